/** The steps of try-package.ts in one shop, as its owner would take them: npm, requests of a browser, an editor. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Time-out of one step: long enough for a busy machine. */
const mostMs = 5 * 60_000;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

export async function run(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: Environment },
): Promise<Output> {
  const [program = '', ...words] = command;
  return promisify(execFile)(program, words, { ...options, timeout: mostMs }).catch(
    (error: Error & Partial<Output>) => {
      throw new Error(`${command.join(' ')} failed:\n${error.stdout ?? ''}${error.stderr ?? error.message}`);
    },
  );
}

export interface OpenShop {
  readonly url: string;
  readonly consoleUrl: string;
  readonly readyMs: number;
  /** Sends SIGTERM, as a supervisor does, and waits for the exit. */
  stop(): Promise<void>;
}

/** Runs `npm run SCRIPT` until the shop reports that it is open. */
export async function openShop(
  script: string,
  options: { readonly cwd: string; readonly env: Environment },
): Promise<OpenShop> {
  const started = performance.now();
  const env = { ...options.env, STOA_PORT: '0', STOA_ADMIN_PORT: '0', STOA_LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['run', '--silent', script], {
    ...options,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(mostMs),
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const addresses = await Promise.race([
    readAddresses(child),
    once(child, 'exit').then(() => Promise.reject(new Error(`npm run ${script} has ended:\n${errors}`))),
  ]);
  return { ...addresses, readyMs: performance.now() - started, stop: () => stop(child) };
}

async function readAddresses({ stdout }: ChildProcess): Promise<Pick<OpenShop, 'url' | 'consoleUrl'>> {
  if (stdout === null) throw new Error('the shop has no output');
  let url: string | undefined;
  for await (const line of createInterface({ input: stdout })) {
    url ??= /^Stoa is open at (\S+)$/.exec(line)?.[1];
    const consoleUrl = /^\s+console\s+(\S+)$/.exec(line)?.[1];
    if (url !== undefined && consoleUrl !== undefined) {
      stdout.resume();
      return { url, consoleUrl };
    }
  }
  throw new Error('the shop does not say where it is open');
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function get(url: string, type: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: type } });
  const text = await response.text();
  const actual = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !actual.startsWith(type))
    throw new Error(`${url}: ${response.status} ${actual}\n${text}`);
  return text;
}

export function expectText(text: string, pattern: RegExp, where: string): string {
  const [found, group = found] = pattern.exec(text) ?? [];
  if (group === undefined) throw new Error(`${where} has nothing like ${pattern}:\n${text.slice(0, 2_000)}`);
  return group;
}

/** Edits a file. Returns the milliseconds from saving it until the shop shows the edit. */
export async function edit(file: string, [before, after]: readonly [string, string], url: string): Promise<number> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not have "${before}"`);
  await writeFile(file, text.replace(before, after));
  const saved = performance.now();
  while (!(await get(url, 'text/html')).includes(after)) {
    if (performance.now() - saved > 15_000) throw new Error(`${url} does not show the edit of ${file}`);
    await wait(25);
  }
  return performance.now() - saved;
}

/** Processes with this folder in their environment or command line. Waits for processes that are about to exit. */
export async function processesOf(folder: string): Promise<readonly string[]> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const found = await findProcesses(folder);
    if (found.length === 0 || performance.now() > deadline) return found;
    await wait(50);
  }
}

async function findProcesses(folder: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  const commands = await Promise.all(
    ids.map(async (id) => {
      const texts = ['cmdline', 'environ'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => ''));
      const [command = '', environment = ''] = await Promise.all(texts);
      return `${command}${environment}`.includes(folder) ? `${id} ${command.replaceAll('\0', ' ')}` : undefined;
    }),
  );
  return commands.filter((command) => command !== undefined);
}

/** For root, the embedded database is outside of the shop. */
export async function removeDatabase(shop: string): Promise<void> {
  const state = await realpath(join(shop, '.stoa')).catch(() => undefined);
  if (state === undefined) return;
  const home = createHash('sha256').update(state).digest('hex').slice(0, 16);
  await rm(join('/var/lib/stoa', home), { recursive: true, force: true });
}
