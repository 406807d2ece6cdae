/**
 * Adds up the books of a shop at rest, and prints what contradicts itself. It reads only. Exit code 1: a finding.
 * `DATABASE_URL=… node scripts/audit-books.ts [SKU=PIECES …]`, with how many pieces there were before the first order.
 */
import { connect, parseDatabaseUrl } from '../src/postgres/connection/connect.ts';
import { askThrough, auditBooks } from './books/audit-books.ts';

const counted = Object.fromEntries(
  process.argv.slice(2).map((word) => {
    const [, sku = '', pieces] = /^(.+)=(\d+)$/.exec(word) ?? [];
    if (pieces === undefined) throw new Error(`"${word}" is not SKU=PIECES`);
    return [sku, Number(pieces)];
  }),
);
const client = await connect(parseDatabaseUrl(process.env.DATABASE_URL ?? ''));
try {
  // One snapshot: an order that moves meanwhile is seen whole.
  await client.query('begin isolation level repeatable read read only');
  const findings = await auditBooks(askThrough(client), counted);
  for (const { code, subject, detail } of findings) console.log(`${code} ${subject}: ${detail}`);
  if (findings.length === 0) console.log('The books agree.');
  else process.exitCode = 1;
} finally {
  await client.end();
}
