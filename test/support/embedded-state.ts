import { readdir } from 'node:fs/promises';
import { connect } from '../../src/postgres/connection/connect.ts';
import { type DatabaseFolder, embeddedSettings, serverPid } from './database.ts';
import { keepersOf } from './embedded-child.ts';

export async function isStopped(folder: DatabaseFolder): Promise<boolean> {
  return (await serverPid(folder)) === undefined && keepersOf(folder.home).length === 0;
}

export async function fifos(folder: DatabaseFolder): Promise<readonly string[]> {
  return (await readdir(folder.home))
    .filter((name) => /^(users|closing)-/.test(name))
    .map((name) => name.split('-')[0] ?? '');
}

/** When the server started, as the server says. */
export async function startTime(folder: DatabaseFolder): Promise<unknown> {
  const admin = await connect(await embeddedSettings(folder));
  const { rows } = await admin.query('select pg_postmaster_start_time() as started');
  await admin.end();
  return rows[0]?.started;
}
