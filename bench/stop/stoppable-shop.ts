import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

export interface StoppableShop {
  readonly child: ChildProcess;
  readonly url: string;
  readonly adminUrl: string;
  /** Milliseconds from its start until /readyz said 200. */
  readonly readyMs: number;
}

/** The shop of this repository's gateway.yaml, in production, on free ports. Takes further words of `start`. */
export async function openShop(further: readonly string[] = []): Promise<StoppableShop> {
  const begun = performance.now();
  const words = [
    '--max-semi-space-size=16',
    'bin/stoa.mjs',
    'start',
    '--demo',
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-level',
    'warn',
    ...further,
  ];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await outputUntil(child, /admin\s+http:\S+/);
  child.stdout?.resume();
  const [url = '', adminUrl = ''] = [/open at (http:\S+)/.exec(output)?.[1], /admin\s+(http:\S+)/.exec(output)?.[1]];
  while ((await statusOf(adminUrl)) !== 200);
  return { child, url, adminUrl, readyMs: performance.now() - begun };
}

/** The status of /readyz; undefined when nobody answers. */
export async function statusOf(adminUrl: string): Promise<number | undefined> {
  return fetch(`${adminUrl}/readyz`).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Sends a signal; the milliseconds until the process has ended, and how. */
export async function end(
  { child }: StoppableShop,
  signal: NodeJS.Signals,
): Promise<{ readonly ms: number; readonly code: number | null }> {
  const begun = performance.now();
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return { ms: performance.now() - begun, code: child.exitCode };
}

async function outputUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += stripVTControlCharacters(String(chunk));
    if (pattern.test(output)) return output;
  }
  throw new Error(`the shop ended before it was open: ${output}`);
}
