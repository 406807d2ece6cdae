import { createLogger, StartupError } from '#base';
import { loadConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import { assemble } from '#gateway';
import { type DatabaseServer, openDatabase } from '#postgres';
import { exitCode } from './exit-code.ts';
import { progress } from './progress.ts';
import { listenForStopSignals } from './stop-signals.ts';

/** Opens the shop's database for a command, and closes it in any case. A gateway may run at the same time. */
export async function withDatabase(
  file: string,
  work: (
    database: DatabaseServer,
    manifests: readonly ExtensionManifest[],
    options: { readonly signal: AbortSignal },
  ) => Promise<void>,
): Promise<void> {
  const config = await loadConfig(file, { environment: process.env, readsAdminUrl: true });
  // Ctrl-C ends the work, and what ran stays recorded.
  const { first: signal } = listenForStopSignals();
  let database: DatabaseServer | undefined;
  try {
    progress.step('stoa: it reads the extensions');
    const { manifests } = await assemble(config);
    progress.step('stoa: it opens the database');
    const development = process.env.NODE_ENV === 'development';
    database = await openDatabase(config, { logger: createLogger('warn'), development });
    signal.throwIfAborted();
    await work(database, manifests, { signal });
  } catch (error) {
    if (!signal.aborted || error instanceof StartupError) throw error;
    process.stderr.write('Stopped before it was done. What ran has been recorded.\n');
    process.exitCode = exitCode.findings;
  } finally {
    progress.end();
    await database?.close();
  }
}
