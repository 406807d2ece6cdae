/**
 * Compares ways to answer the same queries over the same data in memory, each server in a process of its own, all alive at
 * once, loaded in turn round by round. Prints CPU per request, its ratio to hand-written code, and latency.
 * Run by hand: `npm run bench -- engines --rounds 5 --seconds 1 --out result.json`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds } from './cpu.ts';
import { type BenchQuery, queries } from './engines/queries.ts';

const engines: Readonly<Record<string, string>> = {
  'a stoa': 'engines/stoa-server.ts',
  'b hand-written': 'engines/hand-server.ts',
  'b hand, duties': 'engines/hand-duties-server.ts',
  'c graphql-js': 'engines/one-schema-server.ts',
  'c graphql-jit': 'peers/jit-server.mjs',
  'c graphql-yoga': 'peers/yoga-server.mjs',
  'd stitchSchemas': 'engines/stitch-server.ts',
  'e mesh': 'peers/mesh-server.mjs',
  'e hive stitching': 'peers/hive-server.mjs',
  'e hive router': 'peers/hive-router-server.mjs',
  'e mercurius': 'peers/mercurius-server.mjs',
};

const remote: ReadonlySet<string> = new Set([
  'peers/hive-server.mjs',
  'peers/hive-router-server.mjs',
  'peers/mercurius-server.mjs',
]);

interface Engine {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
}

interface Measurement {
  readonly query: string;
  readonly engine: string;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicroseconds: number;
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    queries: { type: 'string' },
    out: { type: 'string' },
  },
});

const asked = queries.filter(({ name }) => options.queries?.split(',').includes(name) ?? true);
const chosen = Object.entries(engines).filter(([name, file]) => isChosen(name) && isInstalled(file));
// Of those that ask their subgraphs over HTTP. A process of its own: what the subgraphs need is not counted.
const subgraphs = chosen.some(([, file]) => remote.has(file))
  ? await start('subgraphs', 'peers/subgraphs.mjs')
  : undefined;
const running = await Promise.all(chosen.map(([name, file]) => start(name, file, subgraphs?.url)));
try {
  for (const query of asked) await requireSameAnswers(query);
  const measurements: Measurement[] = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const query of asked) {
      for (const engine of running) {
        const measurement = await measure(engine, query);
        // Round 0 warms everything up. A slow peer may not answer within a second.
        if (round > 0 && measurement.requests > 0) measurements.push(measurement);
      }
    }
  }
  report(measurements);
  if (options.out !== undefined)
    await writeFile(options.out, JSON.stringify({ node: process.version, options, measurements }, null, 2));
} finally {
  for (const { child } of [...running, ...(subgraphs === undefined ? [] : [subgraphs])]) child.kill();
}

/** By its letter or its name. Without a choice, those that `npm ci` has installed. */
function isChosen(name: string): boolean {
  const [letter = ''] = name;
  const words = options.only?.split(',') ?? Object.keys(engines).filter((one) => !engines[one]?.startsWith('peers/'));
  return words.includes(name) || words.includes(letter);
}

function isInstalled(file: string): boolean {
  if (!file.startsWith('peers/') || existsSync(join(import.meta.dirname, 'peers/node_modules'))) return true;
  process.stderr.write(`${file} is left out: run "npm ci" in bench/peers first\n`);
  return false;
}

async function start(name: string, file: string, subgraphUrl = ''): Promise<Engine> {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', SUBGRAPHS: subgraphUrl },
  });
  const [url] = await once(child, 'message');
  return { name, url: String(url), child };
}

/** A text that no server has seen: the operation's name is new. */
function bodyOf({ query, variables, firstSeen }: BenchQuery): string {
  const text = firstSeen ? query.replace('query', `query Q${randomUUID().replaceAll('-', '')}`) : query;
  return JSON.stringify({ query: text, variables });
}

async function requireSameAnswers(query: BenchQuery): Promise<void> {
  const answers = await Promise.all(
    running.map(async ({ url }) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: bodyOf(query) });
      return response.text();
    }),
  );
  for (const [index, answer] of answers.entries()) {
    if (answer === answers[0] && answer.startsWith('{"data":')) continue;
    throw new Error(`${running[index]?.name} answers "${query.name}" otherwise: ${answer.slice(0, 500)}`);
  }
}

async function measure({ name, url, child }: Engine, query: BenchQuery): Promise<Measurement> {
  const pid = child.pid ?? 0;
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections: Number(options.connections),
    duration: Number(options.seconds),
    ...(query.firstSeen
      ? { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: bodyOf(query) }) }] }
      : { body: bodyOf(query) }),
  });
  const used = cpuSeconds(pid) - before;
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${name} refused requests of "${query.name}"`);
  return {
    query: query.name,
    engine: name,
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds: (used / result.requests.total) * 1e6,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function report(all: readonly Measurement[]): void {
  const rounds = `${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections`;
  process.stdout.write(`Node ${process.version}, ${rounds}; CPU per request in microseconds\n`);
  const head = [
    'query'.padEnd(14),
    'engine'.padEnd(18),
    'best',
    'median',
    'x b',
    'x duties',
    'req/s',
    'p50 ms',
    'p99 ms',
  ];
  process.stdout.write(`${head.map((cell, index) => (index < 2 ? cell : cell.padStart(10))).join('')}\n`);
  for (const { name: query } of asked) {
    const of = (engine: string): readonly Measurement[] =>
      all.filter((one) => one.query === query && one.engine === engine);
    const middleOf = (engine: string): number => middle(of(engine).map(({ cpuMicroseconds }) => cpuMicroseconds));
    const [hand, duties] = [middleOf('b hand-written'), middleOf('b hand, duties')];
    for (const { name } of running) {
      const own = of(name);
      const cpu = own.map(({ cpuMicroseconds }) => cpuMicroseconds).toSorted((a, b) => a - b);
      const best = cpu[0] ?? 0;
      const cells: readonly (readonly [number, number])[] = [
        [best, 1],
        [middle(cpu), 1],
        [middle(cpu) / hand, 2],
        [middle(cpu) / duties, 2],
        [middle(own.map(({ requestsPerSecond }) => requestsPerSecond)), 0],
        [middle(own.map(({ p50 }) => p50)), 1],
        [middle(own.map(({ p99 }) => p99)), 1],
      ];
      const numbers = cells.map(([value, digits]) => value.toFixed(digits).padStart(10)).join('');
      process.stdout.write(`${query.padEnd(14)}${name.padEnd(18)}${numbers}\n`);
    }
  }
}
