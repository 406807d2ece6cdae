import {
  type ConnectionSettings,
  createTemporaryDatabase,
  openTemporaryServer,
  type TemporaryDatabase,
  type TemporaryServer,
} from '#postgres';

let opening: Promise<TemporaryServer> | undefined;
let count = 0;

/** The URL of a new, empty database, and what drops it again. */
export async function createDatabase(): Promise<TemporaryDatabase> {
  return createTemporaryDatabase(await serverSettings(), `test_${process.pid}_${++count}`);
}

/** A database with this name: a new one, or a copy of one that is not in use. */
export async function databaseNamed(name: string, template?: string): Promise<TemporaryDatabase> {
  return createTemporaryDatabase(await serverSettings(), name, template);
}

/** Of the server that `system-fixtures.ts` has opened for all processes of the run; else of one for this process. */
async function serverSettings(): Promise<ConnectionSettings> {
  const given = process.env.STOA_TEST_POSTGRES;
  if (given !== undefined) return JSON.parse(given);
  opening ??= openTemporaryServer();
  return (await opening).settings;
}

/** Stops this process's server, when a test has started it. Called once, at the end of the run. */
export async function closeSharedServer(): Promise<void> {
  const opened = opening;
  opening = undefined;
  await (await opened)?.close();
}
