/**
 * What an extension that never answers costs the others: their 99th percentile while a tenth more requests go to its handler and its
 * resolver, beside the one while these go to an extension that answers. A second load takes time of the machine whatever it asks for, so
 * both have one, in turn. Run by hand: `npm run bench -- slow-extension --seconds 20 --rounds 3`. The shop is this repository's with
 * two more extensions, in a folder of its own that is removed again.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { capacityOf, goodOf, load, percentile, shopOf } from './load.ts';
import type { LoadTarget } from './load-generator.ts';
import { type BenchServer, startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    /** Requests a second of the others; half of what is measured, at most 500, when left out. */
    rate: { type: 'string' },
    /** Gives the hanging extension no rest, so that each of its calls is waited for to the end. */
    'no-breaker': { type: 'boolean', default: false },
  },
});

/** What the second load asks an extension for. */
function targetsOf(name: string): readonly LoadTarget[] {
  const headers = { 'content-type': 'application/json' };
  return [
    { method: 'GET', path: `/${name}`, headers: {}, body: '' },
    { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query: `{ ${name} }` }) },
  ];
}

const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'stoa-slow-'));
try {
  await using server = await startShop(await writeShop());
  const shop = shopOf(server);
  await capacityOf(shop, 8);
  const rate = Number(options.rate ?? Math.min((await capacityOf(shop, 6)) / 2, 500));
  const seconds = Number(options.seconds);
  const rounds: Record<string, unknown>[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const steady = await beside(server, 'answers', { rate, seconds });
    const hanging = await beside(server, 'hangs', { rate, seconds });
    const ratios = { 'ratio of p99': hanging.p99 / steady.p99, 'ratio of cpu': hanging.cpu / steady.cpu };
    rounds.push({ steady: steady.p99, hanging: hanging.p99, ...ratios, refusedOfOthers: hanging.refused });
    console.log({ rate: Math.round(rate), ...rounds.at(-1), answers: steady.statuses, hangs: hanging.statuses });
  }
  console.table(rounds);
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Beside {
  /** Of the others. */
  readonly p99: number;
  /** Refused ones of the others. */
  readonly refused: number;
  /** Seconds of processor time that the server took. */
  readonly cpu: number;
  /** What the second load got. */
  readonly statuses: Readonly<Record<string, number>>;
}

async function beside(
  server: BenchServer,
  name: string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Beside> {
  const shop = shopOf(server);
  const before = cpuSeconds(server.pid);
  const asking = load(shop, { seconds: seconds + 2, rate: rate / 10, connections: 1000, targets: targetsOf(name) });
  // A process that starts and opens its connections is no request.
  await sleep(1500);
  const [second, others] = await Promise.all([asking, load(shop, { seconds, rate, connections: 200 })]);
  const statuses: Record<string, number> = {};
  for (const { good, refused, others: rest } of second) {
    statuses['200'] = (statuses['200'] ?? 0) + good.length;
    statuses['503'] = (statuses['503'] ?? 0) + refused.length;
    for (const [status, count] of Object.entries(rest)) statuses[status] = (statuses[status] ?? 0) + count;
  }
  return {
    p99: percentile(goodOf(others), 0.99),
    refused: others.reduce((sum, { refused }) => sum + refused.length, 0),
    cpu: cpuSeconds(server.pid) - before,
    statuses,
  };
}

async function writeShop(): Promise<string> {
  await writeExtension('hangs', 'new Promise(() => undefined)');
  await writeExtension('answers', "'answer'");
  const text = await readFile(join(root, 'gateway.yaml'), 'utf8');
  // Beside the shop's own extensions, whose packages are found from where they are.
  await cp(join(root, 'extensions'), join(folder, 'extensions'), { recursive: true });
  const entry = `\n    - { name: hangs, resolve: ./hangs }\n    - { name: answers, resolve: ./answers }\n`;
  const breaker = options['no-breaker'] ? '\n  breaker: { failures: 0 }' : '';
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, `${text.trimEnd()}${entry}`.replace('system:', `system:${breaker}`));
  return file;
}

async function writeExtension(name: string, answer: string): Promise<void> {
  const own = join(folder, name);
  await mkdir(join(own, 'api', name), { recursive: true });
  await mkdir(join(own, 'graphql'));
  const handler = `export default async (request, response) => { response.json(await ${answer}); };\n`;
  await writeFile(
    join(own, 'api', name, 'route.json'),
    `{ "methods": ["GET"], "access": "public", "path": "/${name}" }`,
  );
  await writeFile(join(own, 'api', name, `${name}.ts`), handler);
  await writeFile(join(own, 'graphql/Own.graphql'), `extend type Query { ${name}: String }\n`);
  await writeFile(join(own, 'graphql/Own.resolvers.ts'), `export default { Query: { ${name}: () => ${answer} } };\n`);
}
