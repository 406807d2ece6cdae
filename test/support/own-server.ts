import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmbeddedFolders } from '#postgres';
import { freePort } from './free-port.ts';
import { postgresTools } from './postgres-tools.ts';
import { waitUntil } from './wait-until.ts';

const path = `${postgresTools}:${process.env.PATH}`;

/** A PostgreSQL that is not the embedded one. */
export async function startOwnServer() {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-own-server-'));
  // PostgreSQL refuses root.
  const { user } = await findEmbeddedFolders(join(folder, '.stoa'));
  const as = { ...user, stdio: 'ignore' } as const;
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(`${postgresTools}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], as);
  const port = await freePort();
  const server = spawn(`${postgresTools}/postgres`, ['-D', data, '-k', folder, '-p', String(port)], as);
  const address = `postgres://postgres@127.0.0.1:${port}`;
  await waitUntil(() => {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    return answers(address);
  });
  return {
    url: `${address}/shop`,
    environment: { PATH: path, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.kill('SIGQUIT');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(address: string): boolean {
  try {
    execFileSync(`${postgresTools}/psql`, [`${address}/postgres`, '-c', 'select'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // It starts.
  }
}
