import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';

export interface CommandRequest {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Follows the output of a command. */
export const endMark = '\0';

/** Commands that end by themselves. The others serve, or replace their process. */
const shared: ReadonlySet<string> = new Set([
  'areas',
  'check',
  'db',
  'diff',
  'doctor',
  'explain',
  'export',
  'extensions',
  'migrate',
  'new',
  'openapi',
  'pack',
  'reload',
  'rollback',
  'routes',
  'schema',
  'seed',
  'test',
  'token',
  'types',
]);

export function isShared(command: string | undefined): boolean {
  return command !== undefined && shared.has(command);
}

let host: ChildProcess | undefined;
let isBusy = false;

/** Runs a command in the process that this test process has for commands. Undefined when it has to run in its own. */
export async function runInHost(request: CommandRequest): Promise<CommandResult | undefined> {
  const { environment, words } = request;
  // It starts engines, which end with their process.
  const isVerify = words.includes('--verify');
  // React is loaded once, and commands load it for production when nothing else is said.
  const isProduction = (environment.NODE_ENV ?? 'production') === 'production';
  if (isBusy || isVerify || !isProduction || 'NODE_OPTIONS' in environment) return undefined;
  isBusy = true;
  try {
    host ??= startHost(request);
    return await askHost(host, request);
  } finally {
    isBusy = false;
  }
}

function startHost({ environment }: CommandRequest): ChildProcess {
  const child = fork(join(import.meta.dirname, 'command-child.ts'), {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // It ends with this process.
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.setEncoding('utf8').unref();
  child.once('exit', () => {
    if (host === child) host = undefined;
  });
  return child;
}

async function askHost(child: ChildProcess, request: CommandRequest): Promise<CommandResult> {
  const over = new AbortController();
  const { signal } = over;
  const stdout = textUntilEnd(child.stdout, signal);
  const stderr = textUntilEnd(child.stderr, signal);
  // Nothing else may keep this process alive until the answer is there.
  const waits = setInterval(() => undefined, 60_000);
  try {
    const answered = once(child, 'message', { signal });
    const closed = once(child, 'close', { signal });
    answered.catch(() => undefined);
    closed.catch(() => undefined);
    child.send(request);
    const [code]: unknown[] = await Promise.race([answered, closed]);
    if (child.exitCode === null && child.signalCode === null) await Promise.all([stdout.ended, stderr.ended]);
    return { code: typeof code === 'number' ? code : null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    over.abort();
    clearInterval(waits);
  }
}

/** What a stream says until the mark. */
function textUntilEnd(stream: NodeJS.ReadableStream | null, signal: AbortSignal) {
  let text = '';
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const onData = (chunk: string): void => {
    text += chunk;
    if (text.includes(endMark)) resolve();
  };
  stream?.on('data', onData);
  signal.addEventListener('abort', () => stream?.removeListener('data', onData));
  return { ended, text: () => text.replace(endMark, '') };
}
