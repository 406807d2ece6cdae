/**
 * How a gateway grows with its extensions: time to build it and memory at 5, 50 and 200, and what a query costs there that
 * touches three of them. Run by hand: `npm run bench -- scale --rounds 9 --out result.json`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { best, median } from '../statistics.ts';
import type { BuildMeasurement } from './measure-build.ts';
import { writeProject } from './write-project.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    sizes: { type: 'string', default: '5,50,200' },
    routes: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const sizes = options.sizes.split(',').map(Number);
const works = ['schemas', 'compose', 'subschemas', 'gateway'] as const;
const queries = {
  'one product': '{ product(id: "7") { productId name part1 { id text } part2 { id text } part3 { id text amount } } }',
  'list of 20':
    '{ products(first: 20) { productId name part1 { id text } part2 { id text } part3 { id text amount } } }',
};

const folder = await mkdtemp(join(tmpdir(), 'stoa-scale-'));
try {
  const projects = await Promise.all(
    sizes.map(async (size) => ({
      size,
      file: await writeProject(join(folder, String(size)), { extensions: size, routes: options.routes }),
    })),
  );
  const builds = await measureBuilds(projects);
  reportBuilds(builds);
  const runs = await measureQueries(projects);
  reportQueries(runs);
  if (options.out !== undefined)
    await writeFile(options.out, JSON.stringify({ node: process.version, options, builds, runs }, null, 2));
} finally {
  await rm(folder, { recursive: true });
}

interface Project {
  readonly size: number;
  readonly file: string;
}

interface Build extends BuildMeasurement {
  readonly size: number;
  readonly work: (typeof works)[number];
}

/** Every work in turn, round by round, each in a fresh process: a start has compiled nothing yet. */
async function measureBuilds(projects: readonly Project[]): Promise<readonly Build[]> {
  const builds: Build[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { size, file } of projects) {
      for (const work of works) {
        const child = start('measure-build.ts', [file, work]);
        const [measured]: BuildMeasurement[] = await once(child, 'message');
        if (measured !== undefined) builds.push({ size, work, ...measured });
        await end(child);
      }
    }
  }
  return builds;
}

function reportBuilds(builds: readonly Build[]): void {
  print(`Node ${process.version}, ${rounds} rounds in turn, each in a fresh process; CPU milliseconds, heap in MB`);
  print(['extensions', 'work', 'best', 'median', 'wall', 'heap', 'x schemas']);
  for (const size of sizes) {
    const of = (work: string): readonly Build[] => builds.filter((one) => one.size === size && one.work === work);
    const base = median(of('schemas').map(({ cpuMs }) => cpuMs));
    for (const work of works) {
      const cpu = of(work).map(({ cpuMs }) => cpuMs);
      const wall = median(of(work).map(({ wallMs }) => wallMs));
      const heap = median(of(work).map(({ heapMb }) => heapMb));
      const cells = [best(cpu), median(cpu), wall, heap].map((value) => value.toFixed(1));
      print([String(size), work, ...cells, (median(cpu) / base).toFixed(2)]);
    }
  }
}

interface Run {
  readonly size: number;
  readonly query: string;
  readonly cpuMicroseconds: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

/** All gateways are alive at once, and asked in turn; the first three rounds warm them up. */
async function measureQueries(projects: readonly Project[]): Promise<readonly Run[]> {
  const gateways = await Promise.all(
    projects.map(async ({ size, file }) => {
      const child = start('measure-query.ts', [file]);
      const [memory]: { readonly rssMb: number; readonly heapMb: number }[] = await once(child, 'message');
      return { size, child, rssMb: memory?.rssMb ?? 0, heapMb: memory?.heapMb ?? 0 };
    }),
  );
  const runs: Run[] = [];
  for (let round = -3; round < rounds; round++) {
    for (const [query, text] of Object.entries(queries)) {
      for (const { child, ...gateway } of gateways) {
        child.send(text);
        const [measured] = await once(child, 'message');
        if (round >= 0) runs.push({ ...gateway, query, cpuMicroseconds: Number(measured) });
      }
    }
  }
  await Promise.all(gateways.map(({ child }) => end(child)));
  return runs;
}

function reportQueries(runs: readonly Run[]): void {
  print('\nA query that touches three of them, CPU microseconds; whole gateways, memory in MB');
  print(['extensions', 'query', 'best', 'median', `x ${sizes[0]}`, 'rss', 'heap']);
  for (const query of Object.keys(queries)) {
    const of = (size: number): readonly Run[] => runs.filter((one) => one.query === query && one.size === size);
    const bestOf = (size: number): number => best(of(size).map(({ cpuMicroseconds }) => cpuMicroseconds));
    for (const size of sizes) {
      const middle = median(of(size).map(({ cpuMicroseconds }) => cpuMicroseconds));
      const memory = [of(size)[0]?.rssMb ?? 0, of(size)[0]?.heapMb ?? 0].map((value) => value.toFixed(0));
      const ratio = (bestOf(size) / bestOf(sizes[0] ?? 0)).toFixed(2);
      print([String(size), query, bestOf(size).toFixed(2), middle.toFixed(2), ratio, ...memory]);
    }
  }
}

function start(file: string, args: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

function print(line: string | readonly string[]): void {
  const text = typeof line === 'string' ? line : line.map((cell) => cell.padEnd(13)).join('');
  process.stdout.write(`${text}\n`);
}
