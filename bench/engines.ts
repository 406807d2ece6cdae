/**
 * Compares ways to answer the same queries over the same data in memory, each server in a process of its own, all alive at
 * once, loaded in turn round by round. Prints CPU per request, its ratio to hand-written code, and latency.
 * Run by hand: `npm run bench:engines -- --rounds 5 --seconds 1 --out result.json`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds } from './cpu.ts';
import { type BenchQuery, queries } from './engines/queries.ts';

const engines: Readonly<Record<string, string>> = {
  'a stoa': 'stoa-server.ts',
  'b hand-written': 'hand-server.ts',
  'c one schema': 'one-schema-server.ts',
  'd stitchSchemas': 'stitch-server.ts',
};

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
    out: { type: 'string' },
  },
});

const running = await Promise.all(
  Object.entries(engines)
    .filter(([name]) => options.only === undefined || options.only.split(',').includes(name.slice(0, 1)))
    .map(([name, file]) => start(name, file)),
);
try {
  for (const query of queries) await requireSameAnswers(query);
  const measurements: Measurement[] = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const query of queries) {
      for (const engine of running) {
        const measurement = await measure(engine, query);
        // Round 0 warms everything up.
        if (round > 0) measurements.push(measurement);
      }
    }
  }
  report(measurements);
  if (options.out !== undefined)
    await writeFile(options.out, JSON.stringify({ node: process.version, options, measurements }, null, 2));
} finally {
  for (const { child } of running) child.kill();
}

async function start(name: string, file: string): Promise<Engine> {
  const child = fork(join(import.meta.dirname, 'engines', file), {
    env: { ...process.env, NODE_ENV: 'production' },
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

function report(all: readonly Measurement[]): void {
  const rounds = `${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections`;
  process.stdout.write(`Node ${process.version}, ${rounds}; CPU per request in microseconds\n`);
  const head = ['query'.padEnd(14), 'engine'.padEnd(18), 'best', 'median', 'x b', 'req/s', 'p50 ms', 'p99 ms'];
  process.stdout.write(`${head.map((cell, index) => (index < 2 ? cell : cell.padStart(10))).join('')}\n`);
  for (const { name: query } of queries) {
    const of = (engine: string): readonly Measurement[] =>
      all.filter((one) => one.query === query && one.engine === engine);
    const hand = Math.min(...of('b hand-written').map(({ cpuMicroseconds }) => cpuMicroseconds));
    for (const { name } of running) {
      const own = of(name);
      const cpu = own.map(({ cpuMicroseconds }) => cpuMicroseconds).toSorted((a, b) => a - b);
      const best = cpu[0] ?? 0;
      const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
      const cells: readonly (readonly [number, number])[] = [
        [best, 1],
        [middle(cpu), 1],
        [best / hand, 2],
        [middle(own.map(({ requestsPerSecond }) => requestsPerSecond)), 0],
        [middle(own.map(({ p50 }) => p50)), 1],
        [middle(own.map(({ p99 }) => p99)), 1],
      ];
      const numbers = cells.map(([value, digits]) => value.toFixed(digits).padStart(10)).join('');
      process.stdout.write(`${query.padEnd(14)}${name.padEnd(18)}${numbers}\n`);
    }
  }
}
