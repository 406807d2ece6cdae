/**
 * From a process's start to its listening: bare node:http, a shop without a database, the same by `stoa start` with the embedded
 * database, and this repository's shop. All warm: the first start of each is not counted. Run by hand:
 * `npm run bench -- start --rounds 15 --out result.json`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds } from '../cpu.ts';
import { best, median } from '../statistics.ts';

interface Start {
  readonly program: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

interface Program {
  readonly name: string;
  readonly folder: string;
  readonly args: readonly string[];
}

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, only: { type: 'string' }, out: { type: 'string' } },
});
const root = resolve(import.meta.dirname, '../..');
const stoa = [join(root, 'bin/stoa.mjs'), 'start', '--demo', '--port', '0', '--log-level', 'warn'];
const folder = await mkdtemp(join(tmpdir(), 'stoa-start-'));
try {
  for (const name of ['extensions', 'gateway.yaml'])
    await cp(join(root, 'bench/engines', name), join(folder, name), { recursive: true });
  const programs: readonly Program[] = [
    { name: 'bare node:http', folder, args: [join(import.meta.dirname, 'bare.mjs')] },
    {
      name: 'without database',
      folder,
      args: [join(import.meta.dirname, 'without-database.mjs'), join(folder, 'gateway.yaml')],
    },
    { name: 'stoa start', folder, args: stoa },
    { name: 'stoa start (shop)', folder: root, args: stoa },
  ].filter(({ name }, index) => index === 0 || options.only === undefined || options.only.split(',').includes(name));
  const starts = await measureAll(programs);
  report(programs, starts);
  if (options.out !== undefined)
    await writeFile(options.out, JSON.stringify({ node: process.version, options, starts }, null, 2));
} finally {
  // As root, the embedded database lies outside of the project.
  const state = join(await realpath(folder), '.stoa');
  const home = createHash('sha256').update(state).digest('hex').slice(0, 16);
  await rm(join('/var/lib/stoa', home), { recursive: true, force: true });
  await rm(folder, { recursive: true });
}

/** In turn; twice before it counts, so that what is kept between starts is there. */
async function measureAll(programs: readonly Program[]): Promise<readonly Start[]> {
  const starts: Start[] = [];
  for (let round = -2; round < Number(options.rounds); round++) {
    for (const program of programs) {
      const start = await measure(program);
      if (round >= 0) starts.push(start);
    }
  }
  return starts;
}

async function measure({ name, folder: cwd, args }: Program): Promise<Start> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('http://')) break;
  }
  const wallMs = performance.now() - started;
  if (!output.includes('http://')) throw new Error(`"${name}" ended before it listened: ${output}`);
  const pid = child.pid ?? 0;
  const cpuMs = cpuSeconds(pid) * 1000;
  const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { program: name, wallMs, cpuMs, rssMb };
}

function report(programs: readonly Program[], starts: readonly Start[]): void {
  process.stdout.write(`Node ${process.version}, ${options.rounds} rounds in turn, warm; milliseconds and MB\n`);
  print(['program', 'CPU best', 'CPU median', 'x', 'wall best', 'wall median', 'x', 'rss']);
  const of = (program: string, key: 'wallMs' | 'cpuMs' | 'rssMb'): readonly number[] =>
    starts.filter((start) => start.program === program).map((start) => start[key]);
  const base = programs[0]?.name ?? '';
  for (const { name } of programs) {
    const columns = (key: 'wallMs' | 'cpuMs'): readonly string[] => [
      best(of(name, key)).toFixed(0),
      median(of(name, key)).toFixed(0),
      (median(of(name, key)) / median(of(base, key))).toFixed(2),
    ];
    print([name, ...columns('cpuMs'), ...columns('wallMs'), median(of(name, 'rssMb')).toFixed(0)]);
  }
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(index === 0 ? 20 : 13)).join('')}\n`);
}
