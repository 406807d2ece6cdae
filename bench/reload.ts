/**
 * Reloads a shop under load, and prints what its clients saw of it. Run by hand: `npm run bench -- reload`.
 *
 * `stoa start` with numbered-shop, watched as in production; a process of its own sends GraphQL, REST and pages. First without
 * reloads, then while a file is saved again and again, each time as soon as the change before is live. `--memory` reloads a
 * gateway in a process of its own and prints what is left of it.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Sample } from './reload-load.ts';
import { copyNumberedShop, type NumberedFiles } from './reload-shop.ts';

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    reloads: { type: 'string', default: '200' },
    steady: { type: 'string', default: '20' },
    memory: { type: 'string' },
  },
});

if (options.memory === undefined) await underLoad();
else await memory(options.memory);

async function underLoad(): Promise<void> {
  await using files = await copyNumberedShop();
  const shop = spawn(
    process.execPath,
    [resolve('bin/stoa.mjs'), '-c', files.file, 'start', '--demo', '--log-level', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const url = await listeningUrl(shop);
    const load = fork(join(import.meta.dirname, 'reload-load.ts'), [url, options.rate]);
    await sleep(5_000); // warm
    const steadyFrom = Date.now();
    await sleep(Number(options.steady) * 1000);
    const reloadsFrom = Date.now();
    const live = await reloadAgainAndAgain(files, url);
    const until = Date.now();
    load.send('stop');
    const [samples] = (await once(load, 'message')) as [readonly Sample[]];
    print({ samples, steadyFrom, reloadsFrom, until, live });
  } finally {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
  }
}

async function reloadAgainAndAgain(files: NumberedFiles, url: string): Promise<readonly number[]> {
  const live: number[] = [];
  for (let number = 2; number < Number(options.reloads) + 2; number++) {
    await sleep(100);
    const saved = performance.now();
    await files.write(number);
    while ((await numberOf(url)) !== number) await sleep(4);
    live.push(performance.now() - saved);
  }
  return live;
}

async function numberOf(url: string): Promise<unknown> {
  const answer: unknown = await (await fetch(`${url}/number`)).json();
  return typeof answer === 'object' && answer !== null && 'number' in answer ? answer.number : undefined;
}

interface Run {
  readonly samples: readonly Sample[];
  readonly steadyFrom: number;
  readonly reloadsFrom: number;
  readonly until: number;
  /** Milliseconds from each save until an answer had it. */
  readonly live: readonly number[];
}

function print({ samples, steadyFrom, reloadsFrom, until, live }: Run): void {
  const steady = samples.filter(({ at }) => at >= steadyFrom && at < reloadsFrom).map(({ ms }) => ms);
  const reloading = samples.filter(({ at }) => at >= reloadsFrom && at <= until);
  const failed = samples.filter(({ failure }) => failure !== undefined);
  const byGeneration = Map.groupBy(
    samples.filter(({ numbers }) => numbers !== undefined),
    ({ generation }) => generation,
  );
  const mixed = [...byGeneration.values()].filter((group) => new Set(group.flatMap(({ numbers }) => numbers)).size > 1);
  const row = (what: string, value: unknown): void => console.log(what.padEnd(44), value);
  row('requests a second', options.rate);
  row('answers, steady and while reloading', `${steady.length}, ${reloading.length}`);
  row('failed requests', failed.length);
  for (const { failure, ms } of failed.slice(0, 5)) console.log('  ', failure, `after ${Math.round(ms)} ms`);
  row('p50, p99 steady (ms)', `${at(steady, 0.5)}, ${at(steady, 0.99)}`);
  const times = reloading.map(({ ms }) => ms);
  row('p50, p99, worst while reloading (ms)', `${at(times, 0.5)}, ${at(times, 0.99)}, ${at(times, 1)}`);
  row('reloads', live.length);
  row('from save to live: median, p90, worst (ms)', `${at(live, 0.5)}, ${at(live, 0.9)}, ${at(live, 1)}`);
  row('generations seen, generations with two numbers', `${byGeneration.size}, ${mixed.length}`);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

async function memory(reloads: string): Promise<void> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'reload-memory.ts'), reloads], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await once(child, 'exit');
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk);
    const url = /http:\/\/\S+/.exec(stripVTControlCharacters(output))?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`the shop ended before it listened: ${output}`);
}
