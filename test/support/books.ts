import type { Client } from 'pg';
import { auditBooks, type BookFinding, type CountedPieces } from '../../scripts/books/audit-books.ts';

/** Audits the books through a connection of the administrator. */
export function auditWith(client: Client, counted?: CountedPieces): Promise<readonly BookFinding[]> {
  return auditBooks(async (text, values = []) => {
    const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
    return rows;
  }, counted);
}
