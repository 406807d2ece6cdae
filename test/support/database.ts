import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, type ExtensionId, isExtensionId, type Logger } from '#base';
import type { Config } from '#config';
import type { ExtensionManifest, SqlFile } from '#extensions';
import { type ConnectionSettings, type DatabaseServer, openDatabase } from '#postgres';
import type { DatabaseConfig } from '../../src/config/config.ts';
import type { QueryListener } from '../../src/postgres/database-server.ts';
import { prepareEmbeddedFolders } from '../../src/postgres/embedded/embedded-folders.ts';
import { testFiles, testGraphql, testJobs, testServer, testSession, testShop } from './test-config.ts';

/** A temporary project, whose embedded database goes away with it. Close its servers first. */
export interface DatabaseFolder extends AsyncDisposable {
  readonly folder: string;
  readonly stateFolder: string;
  /** Where the embedded database lies: elsewhere for root. */
  readonly home: string;
  config(database?: Partial<DatabaseConfig>): Config;
}

/**
 * The data is a copy of what `system-fixtures.ts` has made for all files: initdb takes two seconds of a processor. `isNew`:
 * the first server makes it.
 */
export async function makeDatabaseFolder({ mode = 0o700, isNew = false } = {}): Promise<DatabaseFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-test-')));
  const stateFolder = join(folder, '.stoa');
  await mkdir(stateFolder, { mode });
  const { home } = await prepareEmbeddedFolders(stateFolder);
  const made = process.env.STOA_TEST_DATA;
  if (!isNew && made !== undefined)
    await promisify(execFile)('cp', ['-a', join(made, 'data'), join(made, 'password'), home]);
  return {
    folder,
    stateFolder,
    home,
    config: (database) => databaseConfig(folder, database),
    async [Symbol.asyncDispose]() {
      await rm(home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A frozen configuration as `config/` would make it, with nothing in it but the database. */
export function databaseConfig(folder: string, database: Partial<DatabaseConfig> = {}): Config {
  return {
    file: join(folder, 'gateway.yaml'),
    folder,
    stateFolder: join(folder, '.stoa'),
    shop: testShop,
    server: testServer(),
    calls: { timeoutMs: 2_000, breaker: { failures: 0, resetMs: 10_000 } },
    database: { url: 'embedded', connections: 10, isolation: 'role', seed: 'never', ...database },
    files: testFiles,
    jobs: testJobs,
    mail: { url: undefined, from: undefined, isOwed: false },
    auth: { bearer: { jwt: undefined, tokens: [] }, session: testSession },
    graphql: testGraphql,
    pages: {},
    pageOverrides: {},
    extensions: [],
    disabled: [],
    reload: { watch: true, drainMs: 30_000, migrate: 'development' },
    watchdog: { exitMs: 10_000 },
    fromEnvironment: [],
    source: 'version: 1\ndatabase: { url: embedded }\n',
  };
}

/** A logger whose lines a test can read and wait for. */
export interface RecordingLogger {
  readonly logger: Logger;
  readonly lines: readonly string[];
  /** Resolves when a line with this text is there. */
  waitFor(text: string | RegExp): Promise<void>;
}

export function recordingLogger(): RecordingLogger {
  const lines: string[] = [];
  const added = new EventEmitter();
  const write = (line: string): void => {
    lines.push(line);
    added.emit('line');
  };
  return {
    lines,
    logger: createLogger('debug', { write }),
    async waitFor(text) {
      while (!lines.some((line) => line.search(text) >= 0)) await once(added, 'line');
    },
  };
}

export interface OpenOptions {
  readonly database?: Partial<DatabaseConfig>;
  readonly logger?: Logger;
  readonly onQuery?: QueryListener;
  readonly development?: boolean;
}

/** An open database that closes at the end of the test. */
export async function openTestDatabase(
  folder: DatabaseFolder,
  { database, logger = recordingLogger().logger, onQuery, development = false }: OpenOptions = {},
): Promise<DatabaseServer & AsyncDisposable> {
  const server = await openDatabase(folder.config(database), {
    logger,
    development,
    ...(onQuery === undefined ? {} : { onQuery }),
  });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

export function extensionId(name: string): ExtensionId {
  if (!isExtensionId(name)) throw new Error(`"${name}" is no extension's name`);
  return name;
}

/** A manifest with nothing but SQL: `{ '001-create.sql': 'create table ...' }`. */
export function sqlManifest(
  name: string,
  migrations: Readonly<Record<string, string>> = {},
  seeds: Readonly<Record<string, string>> = {},
): ExtensionManifest {
  const folder = `/extensions/${name}`;
  const filesIn = (kind: string, texts: Readonly<Record<string, string>>): SqlFile[] =>
    Object.entries(texts).map(([file, text]) => ({ file: join(folder, kind, file), name: file, text }));
  return {
    id: extensionId(name),
    folder,
    version: undefined,
    declaredAt: { file: '/gateway.yaml' },
    endpoints: [],
    uses: [],
    sdl: [],
    resolverFiles: [],
    migrations: filesIn('migrations', migrations),
    seeds: filesIn('seed', seeds),
    pages: [],
    ownPages: [],
    optionalPages: [],
    events: [],
    tasks: [],
    assets: [],
    textFiles: [],
    mails: [],
    texts: {},
  };
}

/** The administrator's login of a running embedded server. */
export async function embeddedSettings(folder: DatabaseFolder): Promise<ConnectionSettings> {
  const [pidFile, password] = await Promise.all([
    readFile(join(folder.home, 'data', 'postmaster.pid'), 'utf8'),
    readFile(join(folder.home, 'password'), 'utf8'),
  ]);
  const host = pidFile.split('\n')[4] ?? '';
  return { host, port: 5432, database: 'postgres', user: 'stoa', password, ssl: false };
}

/** Process id of the embedded server, undefined when it has stopped. */
export async function serverPid(folder: DatabaseFolder): Promise<number | undefined> {
  try {
    return Number((await readFile(join(folder.home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  } catch {
    return undefined;
  }
}
