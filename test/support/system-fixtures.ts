import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporaryServer, type TemporaryServer } from '#postgres';

/** What both processes of a parallel run share. They get it by their environment. */
let server: TemporaryServer | undefined;
let folder: string | undefined;

export async function mochaGlobalSetup(): Promise<void> {
  server = await openTemporaryServer();
  folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-shop-'));
  process.env.STOA_TEST_POSTGRES = JSON.stringify(server.settings);
  process.env.STOA_TEST_SHOP = folder;
}

export async function mochaGlobalTeardown(): Promise<void> {
  await server?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
