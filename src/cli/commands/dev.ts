import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { readConfig } from '../../config/read-config.ts';
import { resolveExtension } from '../../extensions/resolve-extension.ts';
import { addServeOptions, configFile, type ServeOptions } from '../shared-options.ts';
import { aborted, hearStopRequests } from '../stop-requests.ts';
import { ProjectWatch } from '../watch-project.ts';
import { serve } from './start.ts';

const stoa = fileURLToPath(new URL('../../../bin/stoa.mjs', import.meta.url));

/** Set for the process that serves; the one without it watches and restarts. */
const servingVariable = 'STOA_DEV_SERVING';

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
  const watch = new ProjectWatch();
  try {
    await restartOnChange(file, watch);
  } finally {
    await watch[Symbol.asyncDispose]();
  }
}

async function restartOnChange(file: string, watch: ProjectWatch): Promise<void> {
  const { first, second } = hearStopRequests();
  const stopped = aborted(first);
  let folders: readonly string[] = [];
  let serving: Serving | undefined;
  void aborted(second).then(() => serving?.hurry());

  while (!first.aborted) {
    // The folders are read anew each time: gateway.yaml may name another extension now.
    folders = (await extensionFolders(file)) ?? folders;
    await watch.restart([file, ...folders]);
    serving = startServing();
    const change = await Promise.race([watch.change(), stopped]);
    if (change !== undefined) process.stderr.write(`changed: ${change}\n`);
    await serving.stop();
    if (!first.aborted) await watch.quiet();
  }
}

interface Serving {
  /** Asks the gateway to stop, and resolves when it has. */
  stop(): Promise<void>;
  /** Asks once more. */
  hurry(): void;
}

function startServing(): Serving {
  // It stops when the channel to this process closes: also when this one is killed outright.
  const serving = spawn(process.execPath, [stoa, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [servingVariable]: '1' },
  });
  const exited = once(serving, 'exit');
  let stopping = false;
  serving.once('exit', () => {
    // Its findings stand on the screen.
    if (!stopping) process.stderr.write('waiting for a change\n');
  });
  return {
    hurry: () => serving.kill('SIGTERM'),
    async stop() {
      stopping = true;
      if (serving.exitCode === null && serving.signalCode === null) serving.kill('SIGTERM');
      await exited;
    },
  };
}

/** Undefined while gateway.yaml cannot be read: then those of before are watched on. */
async function extensionFolders(file: string): Promise<readonly string[] | undefined> {
  const { config } = await readConfig(file, { environment: process.env });
  if (config === undefined) return undefined;
  const found = await Promise.all(config.extensions.map(({ resolve }) => resolveExtension(resolve, dirname(file))));
  return found.flatMap((extension) => ('folder' in extension ? extension.folder : []));
}
