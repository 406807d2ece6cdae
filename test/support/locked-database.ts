import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { withMigrationLock } from '../../src/postgres/migrations/migration-lock.ts';
import { recordingLogger } from './database.ts';
import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

export interface Locked extends AsyncDisposable {
  readonly url: string;
  /** Lets the holder go. */
  release(): void;
  readonly released: Promise<void>;
}

/** A new database whose lock this process holds. */
export async function lockedDatabase(): Promise<Locked> {
  const { url, drop } = await createDatabase();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const released = withMigrationLock(
    { open: (onLost) => connect(parseDatabaseUrl(url), onLost), logger: recordingLogger().logger },
    async () => {
      take();
      await promise;
    },
  );
  await taken;
  return {
    url,
    release: resolve,
    released,
    async [Symbol.asyncDispose]() {
      resolve();
      await released;
      await drop();
    },
  };
}

/** Starts a command on that database. Resolves when it says that it waits for this process. */
export async function startWaiting(command: 'migrate' | 'start', { url }: Locked): Promise<RunningStoa> {
  const file = await fixtureProject('small-shop');
  const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
  const running = startStoa([command], { file, environment });
  await running.waitFor(
    new RegExp(`"pid":${process.pid}\\b[^\\n]*waiting for another process that migrates`),
    'stderr',
  );
  return running;
}
