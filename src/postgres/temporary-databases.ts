import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createLogger, errorCode } from '#base';
import type { Config } from '#config';
import type { ExtensionManifest } from '#extensions';
import { type ConnectionSettings, connect, withClient } from './connection/connect.ts';
import { useEmbeddedServer } from './embedded/embedded-server.ts';
import { openDatabase } from './open-database.ts';
import type { AddedSchema } from './roles/prepare-schemas.ts';

/** On Linux, a folder in memory, where a copy of a database takes a fifth of the time. */
const memoryFolder = '/dev/shm';
/** Bytes. Below, the data lies on the disk. */
const memoryNeeded = 4 * 1024 ** 3;

/** An embedded PostgreSQL in a temporary folder. Each gateway of a test has a database of its own in it. */
export interface TemporaryServer {
  readonly settings: ConnectionSettings;
  /** Creates an empty database with this name. */
  create(name: string): Promise<TemporaryDatabase>;
  /** Stops PostgreSQL and removes its data. */
  close(): Promise<void>;
}

/** Starts an embedded PostgreSQL, in memory where there is room. It ends with this process, and its data with it. */
export async function openTemporaryServer(): Promise<TemporaryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shared-'));
  const server = await useEmbeddedServer(join(folder, '.stoa'), {
    connections: 100,
    isTemporary: true,
    memory: (await hasMemory()) ? memoryFolder : undefined,
    where: { file: join(folder, 'gateway.yaml') },
    logger: createLogger('error'),
  });
  const share = await server.join(() => undefined);
  return {
    settings: share.settings,
    create: (name) => createTemporaryDatabase(share.settings, name),
    async close() {
      await server.leave(share.client);
      await rm(server.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function hasMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < memoryNeeded) return false;
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= memoryNeeded;
  } catch {
    // Some containers have no such folder, or one that is read-only.
    return false;
  }
}

export interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database with this name: a copy of a template, or an empty one. A connection is open until `drop`. */
export async function createTemporaryDatabase(
  settings: ConnectionSettings,
  name: string,
  findTemplate: (admin: Client) => Promise<string> = async () => 'template1',
): Promise<TemporaryDatabase> {
  const admin = await connect(settings);
  try {
    await copyDatabase(admin, await findTemplate(admin), name);
  } catch (error) {
    await admin.end();
    throw error;
  }
  const drop = async () => void (await admin.query(`drop database if exists ${name} with (force)`));
  return { url: urlOf(settings, name), drop: () => withClient(Promise.resolve(admin), drop) };
}

/** `create database` waits for others that copy the template, and fails when that takes long. */
async function copyDatabase(admin: Client, template: string, name: string, attempts = 5): Promise<void> {
  try {
    // Copied as files, since the log of this server protects nothing.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    if (errorCode(error) !== '55006' || attempts === 0) throw error;
    await copyDatabase(admin, template, name, attempts - 1);
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

interface TemplateOptions {
  readonly settings: ConnectionSettings;
  readonly config: Config;
  readonly manifests: readonly ExtensionManifest[];
  readonly seed: boolean;
  /** Made beside the extensions' schemas. */
  readonly added: AddedSchema | undefined;
}

/**
 * Creates a database with the extensions' tables, and their demonstration data if asked for: a copy of a template that
 * the first caller on this server makes. Returns its URL.
 */
export async function cloneDatabase(options: TemplateOptions): Promise<TemporaryDatabase> {
  const clone = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return await createTemporaryDatabase(options.settings, clone, async (admin) => {
    const name = templateName(options);
    if (!(await isThere(admin, name))) await makeTemplate(name, options);
    return name;
  });
}

async function isThere(admin: Client, name: string): Promise<boolean> {
  return (await admin.query('select from pg_database where datname = $1', [name])).rowCount !== 0;
}

/** Equal for equal SQL. */
function templateName({ manifests, config, seed, added }: TemplateOptions): string {
  const files = manifests.map(({ id, migrations, seeds }) => [
    id,
    ...[...migrations, ...(seed ? seeds : [])].map(({ name, text }) => [name, text]),
  ]);
  return `template_${createHash('sha256')
    .update(JSON.stringify([config.database.isolation, seed, files, added?.name]))
    .digest('hex')
    .slice(0, 24)}`;
}

// Two processes of one server may need it at once: the one that comes later waits, and finds it there.
const lock = 7_461_001;

async function makeTemplate(name: string, options: TemplateOptions): Promise<void> {
  const { settings, config, manifests, seed, added } = options;
  await withClient(connect(settings), async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [lock]);
    if (await isThere(admin, name)) return;
    // It gets its name when it is complete.
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await copyDatabase(admin, 'template1', draft);
    const database = await openDatabase(
      { ...config, database: { ...config.database, url: urlOf(settings, draft) } },
      { logger: createLogger('error') },
    );
    try {
      await database.migrate(manifests, { added });
      if (seed) await database.seed(manifests);
    } finally {
      await database.close();
    }
    await admin.query(`alter database ${draft} rename to ${name}`);
  });
}
