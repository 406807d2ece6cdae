import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type CommandResult, isShared, runInHost } from './command-host.ts';

export const stoaCommand = join(resolve(import.meta.dirname, '../..'), 'bin/stoa.mjs');

export type StoaResult = CommandResult;

export interface RunOptions {
  /** The gateway.yaml; the command runs in its folder. */
  readonly file: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Always in a process of its own: for a test about the end of the process. */
  readonly ownProcess?: boolean;
  /** A start that is refused. It ends by itself, so it may run in the process for commands. */
  readonly isRefused?: boolean;
  /** On a terminal, whose lines are the standard output. For `startStoa`, on Linux. */
  readonly terminal?: boolean;
}

/** Runs one command to its end, as a person would from a shell in the project's folder. */
export async function runStoa(words: readonly string[], options: RunOptions): Promise<StoaResult> {
  const environment = environmentOf(options);
  const request = { words: ['-c', options.file, ...words], folder: dirname(options.file), environment };
  const [command] = words;
  const mayShare = options.ownProcess !== true && (options.isRefused === true || isShared(command));
  const result = mayShare ? await runInHost(request) : undefined;
  if (result !== undefined) return result;
  const running = startStoa(words, options);
  await once(running.child, 'close');
  return { code: running.child.exitCode, stdout: running.stdout(), stderr: running.stderr() };
}

/** What a command wrote besides its progress, which it shows when it takes more than two seconds. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^stoa(?: pack)?: it .*\n/gm, '');
}

export interface RunningStoa extends AsyncDisposable {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in its output so far and to come; rejects when the command ends without one. */
  waitFor(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<string>;
  /** Asks it to stop, and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command that stays, such as `start`. */
export function startStoa(words: readonly string[], options: RunOptions): RunningStoa {
  const command = [process.execPath, stoaCommand, '-c', options.file, ...words];
  const onTerminal = ['script', '--quiet', '--return', '--command', command.join(' '), '/dev/null'];
  const [program = '', ...given] = options.terminal === true ? onTerminal : command;
  const child = spawn(program, given, {
    cwd: dirname(options.file),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(options),
  });
  const output = { stdout: '', stderr: '' };
  const closed = once(child, 'close');
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += stripVTControlCharacters(chunk);
    });
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    waitFor: (pattern, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output[stream]);
          if (match === null) return;
          child[stream].off('data', look);
          resolve(match[1] ?? match[0]);
        };
        child[stream].on('data', look);
        closed.then(() => reject(new Error(`stoa ended without ${pattern}: ${output.stdout}${output.stderr}`)), reject);
        look();
      }),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function environmentOf({ environment = {} }: RunOptions): Readonly<Record<string, string | undefined>> {
  const { PATH, HOME, STOA_TEST_POSTGRES } = process.env;
  // `stoa test` uses that server: one of its own takes seconds to make.
  return { PATH, HOME, NO_COLOR: '1', ...(STOA_TEST_POSTGRES && { STOA_TEST_POSTGRES }), ...environment };
}
