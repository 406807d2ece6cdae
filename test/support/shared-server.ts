import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/base/logger.ts';
import { type ConnectionSettings, connect } from '../../src/database/connection-settings.ts';
import { useEmbeddedServer } from '../../src/database/embedded-server.ts';

/** An embedded server in which each gateway of a test gets a database of its own. */
export interface SharedServer {
  readonly settings: ConnectionSettings;
  close(): Promise<void>;
}

let opening: Promise<SharedServer> | undefined;
let count = 0;

/** The URL of a new, empty database, and what drops it again. */
export async function createDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const settings = await serverSettings();
  const name = `test_${process.pid}_${++count}`;
  await asAdmin(settings, `create database ${name}`);
  return {
    url: urlOf(settings, name),
    drop: () => asAdmin(settings, `drop database ${name} with (force)`),
  };
}

/** Of the server that `system-fixtures.ts` has opened for all processes of the run; else of one for this process. */
async function serverSettings(): Promise<ConnectionSettings> {
  const given = process.env.STOA_TEST_POSTGRES;
  if (given !== undefined) return JSON.parse(given);
  opening ??= openSharedServer();
  return (await opening).settings;
}

/** Stops this process's server, when a test has started it. Called once, at the end of the run. */
export async function closeSharedServer(): Promise<void> {
  const opened = opening;
  opening = undefined;
  await (await opened)?.close();
}

export async function openSharedServer(): Promise<SharedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shared-'));
  const server = await useEmbeddedServer(join(folder, '.stoa'), {
    connections: 100,
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
