import type { Config } from '#config';
import { discoverExtensions } from '#extensions';
import { type ConnectionSettings, openTemporaryServer } from '#postgres';
import { cloneShopDatabase } from '#server';
import { createTemporaryDatabase, type TemporaryDatabase } from '../../src/postgres/temporary-databases.ts';

let opening: ReturnType<typeof openTemporaryServer> | undefined;
let count = 0;

/** The URL of a new, empty database, and what drops it again. */
export async function createDatabase(): Promise<TemporaryDatabase> {
  return createTemporaryDatabase(await serverSettings(), `test_${process.pid}_${++count}`);
}

/** A database with a shop's tables, and its demonstration data. It is a copy of one that the first caller has made. */
export async function createShopDatabase(config: Config, seed: boolean): Promise<TemporaryDatabase> {
  const { manifests, findings } = await discoverExtensions(config);
  // The start of such a shop says what is wrong with it.
  if (findings.some(({ severity }) => severity === 'error')) return createDatabase();
  const settings = await serverSettings();
  return await cloneShopDatabase({ settings, config, manifests, seed }).catch(() => createDatabase());
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
