import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporaryServer } from '#postgres';
import { type DatabaseFolder, makeDatabaseFolder, openTestDatabase } from './database.ts';

/** What all processes of a parallel run share. They get it by their environment. */
let server: Awaited<ReturnType<typeof openTemporaryServer>> | undefined;
let folder: string | undefined;
let data: DatabaseFolder | undefined;

export async function mochaGlobalSetup(): Promise<void> {
  [server, data] = await Promise.all([openTemporaryServer(), makeData()]);
  folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-shop-'));
  process.env.STOA_TEST_POSTGRES = JSON.stringify(server.settings);
  process.env.STOA_TEST_SHOP = folder;
  process.env.STOA_TEST_DATA = data.home;
}

/** What a new embedded server has, which `makeDatabaseFolder` copies. */
async function makeData(): Promise<DatabaseFolder> {
  const made = await makeDatabaseFolder({ isNew: true });
  await (await openTestDatabase(made)).close();
  return made;
}

export async function mochaGlobalTeardown(): Promise<void> {
  await server?.close();
  await data?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
