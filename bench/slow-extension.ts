/**
 * What an extension that never answers costs the others: their 99th percentile without it, and while a tenth of the requests goes
 * to its handler and its resolver. Run by hand: `npm run bench:slow-extension -- --seconds 20`. The shop is this repository's
 * with one more extension, in a folder of its own that is removed again.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { capacityOf, goodOf, load, percentile, shopOf } from './load.ts';
import type { LoadTarget } from './load-generator.ts';
import { startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    /** Requests a second of the others; half of what is measured, at most 500, when left out. */
    rate: { type: 'string' },
    /** Gives the hanging extension no rest, so that each of its calls is waited for to the end. */
    'no-breaker': { type: 'boolean', default: false },
  },
});

const hangingTargets: readonly LoadTarget[] = [
  { method: 'GET', path: '/hang', headers: {}, body: '' },
  {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ hangs }' }),
  },
];

const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'stoa-slow-'));
try {
  await using server = await startShop(await writeShop());
  const shop = shopOf(server);
  await capacityOf(shop, 8);
  const rate = Number(options.rate ?? Math.min((await capacityOf(shop, 6)) / 2, 500));
  const seconds = Number(options.seconds);
  const steady = await load(shop, { seconds, rate, connections: 200 });
  const [hanging, others] = await Promise.all([
    load(shop, { seconds, rate: rate / 10, connections: 1000, targets: hangingTargets }),
    load(shop, { seconds, rate, connections: 200 }),
  ]);
  const p99 = { steady: percentile(goodOf(steady), 0.99), beside: percentile(goodOf(others), 0.99) };
  const refused = others.reduce((sum, second) => sum + second.refused.length, 0);
  const statuses: Record<string, number> = {};
  for (const second of hanging) {
    statuses['200'] = (statuses['200'] ?? 0) + second.good.length;
    statuses['503'] = (statuses['503'] ?? 0) + second.refused.length;
    for (const [status, count] of Object.entries(second.others)) statuses[status] = (statuses[status] ?? 0) + count;
  }
  console.log({
    rate: Math.round(rate),
    p99,
    ratio: p99.beside / p99.steady,
    refusedOfOthers: refused,
    hanging: statuses,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writeShop(): Promise<string> {
  const own = join(folder, 'hangs');
  await mkdir(join(own, 'api/hang'), { recursive: true });
  await mkdir(join(own, 'graphql'));
  const never = 'new Promise(() => undefined)';
  await writeFile(join(own, 'api/hang/route.json'), '{ "methods": ["GET"], "access": "public", "path": "/hang" }');
  await writeFile(join(own, 'api/hang/hang.ts'), `export default () => ${never};\n`);
  await writeFile(join(own, 'graphql/Hang.graphql'), 'extend type Query { hangs: String }\n');
  await writeFile(join(own, 'graphql/Hang.resolvers.ts'), `export default { Query: { hangs: () => ${never} } };\n`);
  const text = await readFile(join(root, 'gateway.yaml'), 'utf8');
  // Beside the shop's own extensions, whose packages are found from where they are.
  await cp(join(root, 'extensions'), join(folder, 'extensions'), { recursive: true });
  const entry = `\n    - { name: hangs, resolve: ./hangs }\n`;
  const breaker = options['no-breaker'] ? '\n  breaker: { failures: 0 }' : '';
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, `${text.trimEnd()}${entry}`.replace('system:', `system:${breaker}`));
  return file;
}
