import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorFinding, StartupError } from 'stoa/tooling';
import type { FoundPackage } from './find-package.ts';

export interface RunningEngine extends AsyncDisposable {
  /** Its origin. */
  readonly url: string;
}

export interface StartEngine {
  readonly found: FoundPackage;
  readonly words: readonly string[];
  /** The folder with its configuration. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const startMs = 60_000;
const stopMs = 5_000;
const probeMs = 100;
/** Characters of its output that a finding shows. */
const shownOutput = 2_000;

/** Starts Hive Gateway on a free port. Throws StartupError EXPORT_ENGINE_FAILED, with its last output. */
export async function startEngine(start: StartEngine): Promise<RunningEngine> {
  const port = await freePort();
  const { child, output } = spawnCommand(start, { PORT: String(port), HOST: '127.0.0.1' });
  const engine = { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) };
  try {
    await ready(engine.url, child);
    return engine;
  } catch (error) {
    await stop(child);
    throw failed(start, `${error instanceof Error ? error.message : error}: ${output()}`);
  }
}

/** Runs a command of a package to its end. Throws StartupError EXPORT_ENGINE_FAILED, with its last output. */
export async function runCommand(start: StartEngine): Promise<void> {
  const { child, output } = spawnCommand(start);
  await once(child, 'close');
  if (child.exitCode !== 0) throw failed(start, `exit code ${child.exitCode}: ${output()}`);
}

/** In an environment of its own, without secrets of the shop. `output` is the last that it has written. */
function spawnCommand({ found, words, folder, environment }: StartEngine, own: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [found.command, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'development', ...environment, ...own },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text = (text + String(chunk)).slice(-shownOutput);
    });
  return { child, output: () => text.trim() };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < startMs; ) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended');
    const answer = await fetch(`${url}/readiness`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await wait(probeMs);
  }
  throw new Error(`it is not ready after ${startMs / 1000} s`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await closed;
  clearTimeout(late);
}

function failed({ found, folder }: StartEngine, what: string): StartupError {
  const fix = 'Its output says why. If the versions do not fit, install those of the package.json of this export.';
  const where = { file: folder };
  return new StartupError([
    errorFinding('EXPORT_ENGINE_FAILED', { where, what: `${found.command} did not begin to serve: ${what}`, fix }),
  ]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the operating system gave no port');
  return address.port;
}
