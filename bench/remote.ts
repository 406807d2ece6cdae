/**
 * What a gateway costs whose extensions run elsewhere: CPU of the gateway's process alone for a list of 20 from three
 * services, beside code by hand, Hive Gateway and Mercurius over the same services. And what one product costs by
 * `placement: process`, gateway and children together, beside in-process.
 * Run by hand: `npm run bench -- remote --rounds 5 --seconds 2 --out result.json`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds } from './cpu.ts';
import { queries } from './engines/queries.ts';
import { secret } from './remote/settings.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    warm: { type: 'string', default: '5000' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});

interface Server {
  readonly name: string;
  readonly query: string;
  readonly url: string;
  readonly child: ChildProcess;
}

interface Measurement {
  readonly name: string;
  readonly query: string;
  readonly cpuMicroseconds: number;
  readonly requests: number;
  readonly p50: number;
}

if (!existsSync(join(import.meta.dirname, 'peers/node_modules'))) {
  console.error('The services run on graphql-jit. Install it first: cd bench/peers && npm ci --ignore-scripts');
  process.exit(1);
}
const services = await start('services', 'remote/services.ts');
const { plain, ...served }: Record<string, string> = JSON.parse(services.url);
const elsewhere = Object.fromEntries(Object.entries(served).map(([name, url]) => [name, { url, secret }]));
const inProcesses = { catalog: 'process', supplement: 'process', reviews: 'process' };

const list = 'list of 20';
const product = 'one product';
const stoa = 'remote/stoa-server.ts';
const known: readonly (readonly [name: string, query: string, file: string, environment: Record<string, string>])[] = [
  ['hand-written', list, 'remote/hand-server.ts', { SUBGRAPHS: plain ?? '' }],
  ['stoa remote', list, stoa, { PLACEMENTS: JSON.stringify(elsewhere) }],
  ['hive gateway', list, 'peers/hive-server.mjs', { SUBGRAPHS: plain ?? '' }],
  ['hive router', list, 'peers/hive-router-server.mjs', { SUBGRAPHS: plain ?? '' }],
  ['mercurius', list, 'peers/mercurius-server.mjs', { SUBGRAPHS: plain ?? '' }],
  ['stoa in process', product, stoa, { PLACEMENTS: '{}' }],
  ['stoa one process', product, stoa, { PLACEMENTS: JSON.stringify({ reviews: 'process' }) }],
  ['stoa three processes', product, stoa, { PLACEMENTS: JSON.stringify(inProcesses) }],
];
const chosen = known.filter(([name]) => options.only?.split(',').includes(name) ?? true);
const running: Server[] = [];
/** By query: the answer of the first server, which all others must give too. */
const expected = new Map<string, string>();
try {
  for (const [name, query, file, environment] of chosen)
    running.push({ query, ...(await start(name, file, environment)) });
  await requireSameAnswers(list);
  await requireSameAnswers(product);
  const measurements: Measurement[] = [];
  // By count: on a busy machine seconds would leave code cold that takes more of them.
  for (const server of running) await measure(server, { amount: Number(options.warm) });
  for (let round = 0; round < Number(options.rounds); round++)
    for (const server of running) measurements.push(await measure(server, { duration: Number(options.seconds) }));
  report(measurements);
  if (options.out !== undefined)
    await writeFile(options.out, JSON.stringify({ node: process.version, options, measurements }, null, 2));
} finally {
  for (const { child } of [...running, services]) child.kill('SIGKILL');
}

async function start(name: string, file: string, environment: Record<string, string> = {}) {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  const url = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
  if (url === undefined) throw new Error(`${name} has ended`);
  return { name, url: String(url[0]), child };
}

function bodyOf(query: string): string {
  const asked = queries.find(({ name }) => name === query);
  return JSON.stringify({ query: asked?.query, variables: asked?.variables });
}

async function requireSameAnswers(query: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const { name, url } of running.filter((one) => one.query === query)) {
    const answer = await (await fetch(url, { method: 'POST', headers, body: bodyOf(query) })).text();
    expected.set(query, expected.get(query) ?? answer);
    if (answer !== expected.get(query) || !answer.startsWith('{"data":'))
      throw new Error(`${name} answers "${query}" otherwise: ${answer.slice(0, 500)}`);
  }
}

async function measure(
  { name, query, url, child }: Server,
  much: { readonly amount: number } | { readonly duration: number },
): Promise<Measurement> {
  const pid = child.pid ?? 0;
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections: Number(options.connections),
    ...much,
    body: bodyOf(query),
    expectBody: expected.get(query) ?? '',
  });
  const { non2xx, errors, timeouts, mismatches } = result;
  if (non2xx + errors + timeouts + mismatches > 0)
    throw new Error(`${name} refused requests: ${JSON.stringify({ non2xx, errors, timeouts, mismatches })}`);
  const { total } = result.requests;
  return {
    ...{ name, query, requests: total, p50: result.latency.p50 },
    cpuMicroseconds: ((cpuSeconds(pid) - before) / total) * 1e6,
  };
}

function report(all: readonly Measurement[]): void {
  const rounds = `${options.warm} requests to warm up, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections`;
  process.stdout.write(`Node ${process.version}, ${rounds}; CPU per request in microseconds, medians\n`);
  for (const query of [list, product]) {
    const servers = running.filter((one) => one.query === query);
    const base = middle(all, servers[0]?.name ?? '');
    for (const { name } of servers) {
      const cpu = middle(all, name);
      const ratio = `${(cpu / base).toFixed(2)} of "${servers[0]?.name}"`;
      process.stdout.write(`${query.padEnd(14)}${name.padEnd(24)}${cpu.toFixed(1).padStart(9)}   ${ratio}\n`);
    }
  }
}

function middle(all: readonly Measurement[], name: string): number {
  const own = all.filter((one) => one.name === name).map(({ cpuMicroseconds }) => cpuMicroseconds);
  return own.toSorted((a, b) => a - b)[own.length >> 1] ?? 0;
}
