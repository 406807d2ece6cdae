import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../base/logger.ts';
import { type ConnectionSettings, connect } from '../database/connection-settings.ts';
import { type EmbeddedServer, type EmbeddedShare, useEmbeddedServer } from '../database/embedded-server.ts';

export interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An embedded PostgreSQL in a temporary folder, which starts with its first database. */
export interface TemporaryServer {
  /** A new, empty database. */
  createDatabase(): Promise<TemporaryDatabase>;
  /** Stops the server and removes its data. The next database starts another one. */
  close(): Promise<void>;
}

interface OpenServer {
  readonly folder: string;
  readonly server: EmbeddedServer;
  readonly share: EmbeddedShare;
}

export function temporaryServer(): TemporaryServer {
  let opening: Promise<OpenServer> | undefined;
  let count = 0;
  return {
    async createDatabase() {
      opening ??= open();
      const { settings } = (await opening).share;
      const name = `test_${++count}`;
      await asAdmin(settings, `create database ${name}`);
      return {
        url: urlOf(settings, name),
        drop: () => asAdmin(settings, `drop database ${name} with (force)`),
      };
    },
    async close() {
      const closing = opening;
      opening = undefined;
      if (closing === undefined) return;
      const { folder, server, share } = await closing;
      await server.leave(share.client);
      await rm(server.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function open(): Promise<OpenServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shared-'));
  const server = await useEmbeddedServer(join(folder, '.stoa'), {
    connections: 50,
    where: { file: join(folder, 'gateway.yaml') },
    logger: createLogger('error'),
  });
  const share = await server.join(() => undefined);
  return { folder, server, share };
}

async function asAdmin(settings: ConnectionSettings, statement: string): Promise<void> {
  const client = await connect(settings);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf({ host, port, user, password }: ConnectionSettings, database: string): string {
  const url = new URL(`postgresql://localhost/${database}`);
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  url.searchParams.set('user', user);
  url.searchParams.set('password', password ?? '');
  return url.href;
}
