import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** Runs a benchmark by its name, with its options and variables. Returns what it writes with `--out`. */
export async function runBench(
  name: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
  const out = join(folder, 'out.json');
  try {
    const words = [join(root, 'bench/run.ts'), name, '--out', out, ...options];
    await promisify(execFile)(process.execPath, words, { cwd: root, env: { ...process.env, ...environment } });
    return JSON.parse(await readFile(out, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
