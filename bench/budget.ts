/**
 * `npm run bench -- budget`: measures the shop, and compares it with the last release, whose figures `budget.json` keeps.
 * Processor time differs between machines. Its ratio to code written by hand in the same run hardly does, so that is what
 * is kept. Prints what became dearer by more than 10 %, and then ends with 1. `--write` keeps the new figures.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './statistics.ts';

interface Figures {
  /** Processor time by scenario, as a ratio to the server written by hand. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Resident memory after all scenarios. */
  readonly megabytes: number;
}

interface Measured {
  readonly memory: { readonly stoa: number };
  readonly measurements: readonly {
    readonly scenario: string;
    readonly server: string;
    readonly cpuMicroseconds: number;
  }[];
}

const file = join(import.meta.dirname, 'budget.json');
/** What a release may cost more than the last one. */
const allowance = 1.1;
/** What each scenario is compared with. */
const byHand: ReadonlySet<string> = new Set(['by hand, pg', 'Express', 'React and pg']);

const words = process.argv.slice(2);
const isWriting = words.includes('--write');
const figures = await measure(words.filter((word) => word !== '--write'));
const kept: Figures = JSON.parse(await readFile(file, 'utf8'));
report(figures, kept);
if (isWriting) await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);

/** A round asks each server in turn, and the next round again. So a busy moment reaches all of them. */
async function measure(options: readonly string[]): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-budget-'));
  try {
    const out = join(folder, 'shop.json');
    const run = join(import.meta.dirname, 'run.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [run, 'shop', '--out', out, ...options]);
    process.stdout.write(stdout);
    return figuresOf(JSON.parse(await readFile(out, 'utf8')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function figuresOf({ memory, measurements }: Measured): Figures {
  const names = [...new Set(measurements.map(({ scenario }) => scenario))];
  const ratioOf = (name: string): number => {
    const times = (isOne: (server: string) => boolean) =>
      measurements.filter((one) => one.scenario === name && isOne(one.server)).map((one) => one.cpuMicroseconds);
    const hand = times((server) => byHand.has(server));
    return rounded(median(times((server) => server === 'stoa').map((time, round) => time / (hand[round] ?? 0))));
  };
  return {
    ratios: Object.fromEntries(names.map((name) => [name, ratioOf(name)])),
    megabytes: Math.round(memory.stoa),
  };
}

function report(now: Figures, before: Figures): void {
  const rows = [
    ...Object.entries(now.ratios).map(([name, ratio]) => [name, ratio, before.ratios[name]] as const),
    ['memory, MB', now.megabytes, before.megabytes] as const,
  ];
  process.stdout.write(
    `\n${'budget'.padEnd(14)}${'now'.padStart(8)}${'release'.padStart(10)}${'change'.padStart(10)}\n`,
  );
  for (const [name, figure, last] of rows) {
    const change = last === undefined ? undefined : figure / last;
    const isDearer = change !== undefined && change > allowance;
    if (isDearer) process.exitCode = 1;
    const shown = change === undefined ? '' : `${((change - 1) * 100).toFixed(0)} %`;
    const line = `${name.padEnd(14)}${String(figure).padStart(8)}${String(last ?? '').padStart(10)}${shown.padStart(10)}`;
    process.stdout.write(`${line}${isDearer ? '  dearer' : ''}\n`);
  }
}

function rounded(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
