import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from 'chokidar';
import type { Command } from 'commander';
import { readConfig } from '../../config/read-config.ts';
import { resolveExtension } from '../../extensions/resolve-extension.ts';
import { addServeOptions, configFile, type ServeOptions } from '../shared-options.ts';
import { serve } from './start.ts';

const stoa = fileURLToPath(new URL('../../../bin/stoa.mjs', import.meta.url));

/** Set for the process that serves; the one without it watches and restarts. */
const servingVariable = 'STOA_DEV_SERVING';

/** Milliseconds of quiet after a change: editors write a file in several steps. */
const settleMs = 100;

/** `stoa dev`: opens the shop with GraphiQL and full error messages, and restarts it when a file of it changes. */
export function registerDev(program: Command): void {
  addServeOptions(program.command('dev'))
    .description('open the shop for development: GraphiQL, and a restart on every change')
    .action(async (options: ServeOptions, command: Command) => {
      process.env.NODE_ENV = 'development';
      const file = configFile(command);
      if (process.env[servingVariable] === '1') await serve(file, options);
      else await watchAndRestart(file);
    });
}

async function watchAndRestart(file: string): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

  while (!stopping.signal.aborted) {
    // The folders are read anew each time: gateway.yaml may name another extension now.
    const change = nextChange(file, await watchedFolders(file), stopping.signal);
    const serving = spawn(process.execPath, [stoa, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, [servingVariable]: '1' },
    });
    const exited = once(serving, 'exit');
    const changed = await change;
    if (changed !== undefined) process.stderr.write(`changed: ${changed}\n`);
    await stop(serving, exited);
  }
}

async function watchedFolders(file: string): Promise<readonly string[]> {
  const { config } = await readConfig(file, { environment: process.env });
  const found = await Promise.all(
    (config?.extensions ?? []).map(({ resolve }) => resolveExtension(resolve, dirname(file))),
  );
  return found.flatMap((extension) => ('folder' in extension ? extension.folder : []));
}

/** Resolves with the file that changed, or undefined when the wait is over. */
async function nextChange(file: string, folders: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const watcher = watch([file, ...folders], {
    ignoreInitial: true,
    ignored: (path) =>
      ignoredFolders.has(basename(path)) || path.includes(`${sep}.stoa${sep}`) || path.endsWith('.gen.ts'),
    awaitWriteFinish: { stabilityThreshold: settleMs, pollInterval: 20 },
  });
  try {
    const [, path] = await once(watcher, 'all', { signal });
    return String(path);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    await watcher.close();
  }
}

const ignoredFolders = new Set(['node_modules', '.git']);

async function stop(serving: ChildProcess, exited: Promise<unknown>): Promise<void> {
  // A gateway that could not start is gone already; its findings stand on the screen until the next change.
  if (serving.exitCode === null && serving.signalCode === null) serving.kill('SIGTERM');
  await exited;
}
