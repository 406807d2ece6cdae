import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#base';
import { type ConnectionSettings, connect } from '../connection/connect.ts';
import { useEmbeddedServer } from '../embedded/embedded-server.ts';

/** An embedded PostgreSQL in a temporary folder. Each gateway of a test has a database of its own in it. */
export interface TemporaryServer {
  readonly settings: ConnectionSettings;
  /** Stops PostgreSQL and removes its data. */
  close(): Promise<void>;
}

export async function openTemporaryServer(): Promise<TemporaryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shared-'));
  const server = await useEmbeddedServer(join(folder, '.stoa'), {
    connections: 100,
    isTemporary: true,
    where: { file: join(folder, 'gateway.yaml') },
    logger: createLogger('error'),
  });
  const share = await server.join(() => undefined);
  return {
    settings: share.settings,
    async close() {
      await server.leave(share.client);
      await rm(server.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database with this name, or a copy of a database that is not in use. */
export async function createTemporaryDatabase(
  settings: ConnectionSettings,
  name: string,
  template = 'template1',
): Promise<TemporaryDatabase> {
  await asAdmin(settings, `create database ${name} template ${template}`);
  return {
    url: urlOf(settings, name),
    drop: () => asAdmin(settings, `drop database ${name} with (force)`),
  };
}

async function asAdmin(settings: ConnectionSettings, statement: string): Promise<void> {
  const client = await connect(settings);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of a database of this server. */
export function urlOf({ host, port, user, password }: ConnectionSettings, database: string): string {
  const url = new URL(`postgresql://localhost/${database}`);
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  url.searchParams.set('user', user);
  url.searchParams.set('password', password ?? '');
  return url.href;
}
