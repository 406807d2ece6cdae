/**
 * What `placement: process` costs: CPU of the gateway and its children for each request, against the same shop in one
 * process, in turn; memory of a child, and how long one takes to start. One field in memory, and the shop's product with
 * its database. Run by hand: `npm run bench -- process --rate 300 --seconds 5 --rounds 3`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findEmbeddedFolders } from '#postgres';
import { cpuSeconds } from './cpu.ts';
import { goodOf, load, type Shop } from './load.ts';
import type { LoadTarget } from './load-generator.ts';
import { scenarios } from './scenarios.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const root = resolve(import.meta.dirname, '..');
const [rate, connections, seconds] = [Number(options.rate), Number(options.connections), Number(options.seconds)];

interface Opened {
  readonly child: ChildProcess;
  readonly shop: Shop;
  /** Milliseconds of each child's start. */
  readonly starts: readonly number[];
  readonly folder: string;
}

const inMemory: LoadTarget = {
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ query: '{ mill(fault: "none") }' }),
};
const product = scenarios
  .filter(({ name }) => name === 'product')
  .map(({ method, path, body }): LoadTarget => ({ method, path, headers: inMemory.headers, body }));

for (const [name, targets] of [
  ['one field in memory', [inMemory]],
  ["the shop's product with its database", product],
] as const) {
  const shops = [await open(targets, false), await open(targets, true)] as const;
  try {
    for (const each of shops) await load(each.shop, { seconds: 5, rate: undefined, connections });
    const ratios: number[] = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const [own, apart] = [await measure(shops[0]), await measure(shops[1])];
      ratios.push(apart / own);
      process.stdout.write(`${name}: ${own.toFixed(0)} us in process, ${apart.toFixed(0)} us in processes\n`);
    }
    process.stdout.write(`${name}: ratio ${median(ratios).toFixed(2)}; starts ${shops[1].starts.join(', ')} ms\n`);
    process.stdout.write(`memory of the children: ${(await memoryOf(shops[1].child.pid ?? 0)).join(', ')} MB\n`);
  } finally {
    await Promise.all(shops.map(close));
  }
}

async function open(targets: readonly LoadTarget[], isApart: boolean): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-process-cost-'));
  const isShop = targets !== product;
  if (isShop) await cp(join(root, 'test/fixtures/walled-shop'), folder, { recursive: true });
  const file = join(folder, 'gateway.yaml');
  const text = await readFile(isShop ? file : join(root, 'gateway.yaml'), 'utf8');
  const placed = text
    .replaceAll('./extensions/', isShop ? './extensions/' : `${root}/extensions/`)
    .replaceAll(/, placement: .*}$/gm, ' }')
    .replace(/^system:$/m, `system:\n  placement: ${isApart ? 'process' : 'in-process'}`);
  await writeFile(file, placed);
  const words = ['--max-semi-space-size=16', join(root, 'bin/stoa.mjs'), '-c', file, 'start', '--demo', '--port', '0'];
  const child = spawn(process.execPath, [...words, '--admin-port', '0'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, log] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (log += String(chunk)));
  while (!/routes /.test(output))
    output += stripVTControlCharacters(String((await once(child.stdout ?? child, 'data'))[0]));
  const { hostname, port } = new URL(/open at (http:\S+)/.exec(output)?.[1] ?? '');
  const starts = [...log.matchAll(/"ms":(\d+),"msg":"extension process started"/g)].map(([, ms]) => Number(ms));
  return { child, folder, starts, shop: { host: hostname, port: Number(port), targets } };
}

async function measure({ child, shop }: Opened): Promise<number> {
  const pid = child.pid ?? 0;
  const before = cpuSeconds(pid);
  const answered = goodOf(await load(shop, { seconds, rate, connections })).length;
  return ((cpuSeconds(pid) - before) / answered) * 1e6;
}

/** MB of each process with its own Node behind the permission model. */
async function memoryOf(gateway: number): Promise<readonly number[]> {
  const listing = spawn('ps', ['-eo', 'pid=,ppid=,rss=,args=']);
  let text = '';
  for await (const chunk of listing.stdout) text += String(chunk);
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  const below = new Set([String(gateway)]);
  for (const [pid = '', parent = ''] of rows) if (below.has(parent)) below.add(pid);
  return rows
    .filter(([pid = '', , , , flag]) => below.has(pid) && flag === '--permission')
    .map(([, , kilobytes]) => Math.round(Number(kilobytes) / 1024));
}

async function close({ child, folder }: Opened): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
  // Root's embedded databases are elsewhere.
  const { home } = await findEmbeddedFolders(join(folder, '.stoa'));
  for (const each of [home, folder]) await rm(each, { recursive: true, force: true });
}
