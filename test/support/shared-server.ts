import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/base/logger.ts';
import { type ConnectionSettings, connect } from '../../src/database/connection-settings.ts';
import { type EmbeddedServer, type EmbeddedShare, useEmbeddedServer } from '../../src/database/embedded-server.ts';

/** The embedded server that all black-box tests of one run share: each gateway gets a database of its own in it. */
interface SharedServer {
  readonly folder: string;
  readonly server: EmbeddedServer;
  readonly share: EmbeddedShare;
}

let opening: Promise<SharedServer> | undefined;
let count = 0;

/** The URL of a new, empty database, and what drops it again. */
export async function createDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  opening ??= open();
  const { settings } = (await opening).share;
  const name = `test_${++count}`;
  await asAdmin(settings, `create database ${name}`);
  return {
    url: urlOf(settings, name),
    drop: () => asAdmin(settings, `drop database ${name} with (force)`),
  };
}

/** Stops the shared server, when a test has started it. Called once, at the end of the run. */
export async function closeSharedServer(): Promise<void> {
  if (opening === undefined) return;
  const { folder, server, share } = await opening;
  opening = undefined;
  await server.leave(share.client);
  await rm(server.folder, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

async function open(): Promise<SharedServer> {
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
