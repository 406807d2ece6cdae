import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const embeddedChildFile = fileURLToPath(new URL('./open-database-child.ts', import.meta.url));

/** Another process that has the embedded database of a folder open. */
export interface EmbeddedChild {
  readonly process: ChildProcess;
  readonly answer: {
    readonly openMs: number;
    readonly started: string;
    readonly role: string;
    /** The process id of the program that it started. */
    readonly other?: number;
  };
}

export interface EmbeddedChildOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly node?: string;
  /** A program that the process starts, and that lives on after it. */
  readonly program?: string;
  readonly path?: string;
}

export async function openInChild(folder: string, options: EmbeddedChildOptions = {}): Promise<EmbeddedChild> {
  const { node = process.execPath, program, path, ...user } = options;
  const child = spawn(node, [embeddedChildFile, folder, ...(program === undefined ? [] : [program])], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(path === undefined ? {} : { PATH: path }) },
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => ['null']),
  ]);
  return { process: child, answer: JSON.parse(String(line)) };
}

export async function leave({ process: child }: EmbeddedChild): Promise<void> {
  child.stdin?.end();
  await once(child, 'exit');
}

export async function killHard({ process: child }: EmbeddedChild): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Process ids of the shells that keep the server in this folder. */
export function keepersOf(home: string): readonly number[] {
  const lines = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,stat=,command='], { encoding: 'utf8' });
  return lines
    .split(/\n(?= *\d+ \S+ )/)
    .filter((line) => line.includes('stoa-keeper') && line.includes(home) && !/^ *\d+ Z/.test(line))
    .map(Number.parseFloat);
}

/** Sends the signal to the keepers of a folder, and returns their number. */
export function signalKeepers(home: string, signal: NodeJS.Signals): number {
  const found = keepersOf(home);
  for (const pid of found) process.kill(pid, signal);
  return found.length;
}
