import { type ExtensionId, errorMessage, type Logger, type Place, StartupError, withTimeout } from '#base';
import { type Config, placeInConfig } from '#config';
import type { Database } from '#extension-api';
import type { Telemetry } from '#telemetry';
import { inspectServer, type ServerFacts } from './check-server.ts';
import {
  type AdminQuery,
  askOnce,
  type ConnectionSettings,
  connect,
  databasePlace,
  openPool,
  openSession,
  parseDatabaseUrl,
  printableAddress,
  queryOn,
  type Session,
  SocketSet,
  withClient,
} from './connection/connect.ts';
import { connectionError, refuse } from './connection/connection-finding.ts';
import { tlsProblem } from './connection/tls-parameters.ts';
import { type ControlConnection, controlEmbedded, controlRemote } from './control-connection.ts';
import type { DatabaseServer, QueryListener } from './database-server.ts';
import { useEmbeddedServer } from './embedded/embedded-server.ts';
import { createConnectionHandler } from './handed/hand-connections.ts';
import {
  examinePreparation,
  historyFindings,
  type MigratorOptions,
  migrateDatabase,
  rehearseMigrations,
  resetSchema,
  seedDatabase,
} from './migrate-database.ts';
import { readHistory } from './migrations/migration-history.ts';
import { ConnectionBudget } from './pool/connection-budget.ts';
import { gatewayOwner, type PoolOwner, renewPool } from './pool/connection-pool.ts';
import { databaseAway, OutageWatch } from './pool/outage-watch.ts';
import { RoleLogins } from './role-logins.ts';
import { schemaOf } from './roles/extension-login.ts';
import { type DatabaseObserver, type DatabaseView, extensionDatabase } from './statements/extension-database.ts';
import { traceDatabase } from './statements/trace-database.ts';
import { createAssetStore } from './stores/asset-store.ts';
import { readLatestRecords, readRecords } from './stores/audit-trail.ts';
import { createQueryTextStore } from './stores/query-text-store.ts';
import { createRateTable } from './stores/rate-limit-store.ts';
import { createSessionStore } from './stores/session-store.ts';
import { ControlledSettings } from './stores/settings-store.ts';

export interface OpenDatabaseOptions {
  readonly logger: Logger;
  /** Whether migrations may run late: below one that ran. The default is false, as in production. */
  readonly development?: boolean;
  readonly onQuery?: QueryListener;
  readonly tracing?: Telemetry['tracing'];
}

/**
 * Opens the database of gateway.yaml, as the administrator if Config has `database.adminUrl`. Starts the embedded
 * server unless another process of the project runs it. Throws StartupError DATABASE_UNREACHABLE, DATABASE_REFUSED or
 * DATABASE_UNSUPPORTED.
 */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<DatabaseServer> {
  const where = databasePlace(config);
  const kind = config.database.url === 'embedded' ? 'embedded' : 'url';
  const control = await openControl(config, where, options.logger);
  try {
    const { isolation } = config.database;
    const facts = await inspectServer(control, isolation, where);
    if (isolation === 'search-path')
      options.logger.warn('extensions are not kept apart in the database', { 'database.isolation': isolation });
    return databaseServer({ ...options, ...facts, config, control, kind, where });
  } catch (error) {
    const settings = await control.settings();
    await control.close();
    throw error instanceof StartupError ? error : connectionError(error, settings, where);
  }
}

async function openControl(config: Config, where: Place, logger: Logger): Promise<ControlConnection> {
  if (config.database.url === 'embedded') {
    const { connections } = config.database;
    return await controlEmbedded(await useEmbeddedServer(config.stateFolder, { connections, where, logger }), logger);
  }
  const settings = readUrl(config.database.adminUrl ?? config.database.url, where);
  requireSameDatabase(settings, readUrl(config.database.url, where), where);
  try {
    return await controlRemote(settings, logger);
  } catch (error) {
    throw connectionError(error, settings, where);
  }
}

/** The names of the extensions' roles depend on the database's name. */
function requireSameDatabase(admin: ConnectionSettings, own: ConnectionSettings, where: Place): void {
  if (admin.database === own.database) return;
  const what = `database.adminUrl names the database "${admin.database}", and database.url "${own.database}"`;
  throw refuse(where, what, 'Name the same database in both.');
}

/** The address that passes a pooler, tried. A wrong one would else be noticed when a task does not run. */
async function directSettings(config: Config, control: ControlConnection): Promise<ConnectionSettings | undefined> {
  const { directUrl } = config.database;
  if (directUrl === undefined) return undefined;
  const where = placeInConfig(config, ['database', 'directUrl']);
  const settings = readUrl(directUrl, where);
  const reached = await withClient(connect(settings), (client) => identityOf(queryOn(client))).catch(
    (error: unknown) => {
      throw connectionError(error, settings, where, 'database.directUrl');
    },
  );
  if (reached === (await identityOf(control.query))) return settings;
  const what = `database.directUrl leads to another database than database.url: ${printableAddress(settings)}`;
  throw refuse(where, what, 'Name the server and the database that are behind the pooler.');
}

/** Differs between two databases, also when they have one name on two servers. */
async function identityOf(query: AdminQuery): Promise<string | undefined> {
  const text = `select system_identifier || ' ' || oid as identity
    from pg_control_system(), pg_database where datname = current_database()`;
  const [row] = await query<{ readonly identity: string }>(text);
  return row?.identity;
}

const addressFix = 'Write postgresql://user:password@host:5432/database; percent-encode special characters.';

/** Reads DATABASE_URL. Throws DATABASE_REFUSED for a malformed one. */
export function readUrl(url: string, where: Place): ConnectionSettings {
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    const what = `the address of the database cannot be used: ${errorMessage(error)}`;
    throw refuse(where, what, tlsProblem(url)?.fix ?? addressFix);
  }
}

interface Opened extends OpenDatabaseOptions, ServerFacts {
  readonly config: Config;
  readonly control: ControlConnection;
  readonly kind: DatabaseServer['kind'];
  readonly where: Place;
}

function databaseServer(opened: Opened): DatabaseServer {
  const { config, control, kind, name, isNew, version, where, logger, onQuery, tracing, development = false } = opened;
  const { isolation, connections } = config.database;
  const rebuilds = development && kind === 'embedded';
  const logins = new RoleLogins(control, config.database);
  const sockets = new SocketSet();
  const queueSockets = new SocketSet();
  const openAs = (owner: PoolOwner, onLost?: (reason: string) => void): Promise<Session> =>
    logins.open(owner, (settings) => openSession(settings, onLost, sockets.add()));
  const watch = new OutageWatch({
    ping: () => control.ping(),
    probe: async (owner) => askOnce(await openAs(owner)),
    disconnect() {
      sockets.destroy();
      queueSockets.destroy();
      control.disconnect();
    },
    renew() {
      for (const extension of databases.keys()) renewPool(budget, extension);
      if (own !== undefined) renewPool(budget, gatewayOwner);
      queueSockets.destroy();
      control.renew();
    },
    logger,
  });
  const budget = new ConnectionBudget({
    limit: connections,
    async open(extension, onLost) {
      watch.requireUp();
      try {
        return { ...(await watch.login(extension, openAs(extension, onLost))), watch };
      } catch (error) {
        logger.error('database cannot be reached', { extension, reason: errorMessage(error) });
        throw databaseAway();
      }
    },
    onLost: (extension, reason) => logger.warn('database connection lost', { extension, reason }),
  });

  const migrator = async (): Promise<MigratorOptions> => {
    const settings = await control.settings();
    const { adminUrl, url } = config.database;
    return {
      settings,
      logger,
      development,
      rebuilds,
      isolation,
      where,
      seedsLater: rebuilds && config.database.seed === 'new-embedded',
      database: settings.database,
      ownsServer: kind === 'embedded',
      gatewayRole: adminUrl === undefined ? settings.user : readUrl(url, where).user,
      connectAs: (extension) => logins.open(extension, connect),
    };
  };

  const observerOf = (owner: PoolOwner): DatabaseObserver => ({
    requireUp: () => watch.requireUp(),
    onReadOnly: () => watch.readOnly(),
    onOutage: (error) => logger.error('database cannot work', { extension: owner, reason: errorMessage(error) }),
  });
  const settings = new ControlledSettings(control, logger);
  const databases = new Map<ExtensionId, DatabaseView>();
  // Created on first use, since a slot for its connection is reserved from then on.
  let own: Database | undefined;
  const ownDatabase = (): Database => {
    own ??= extensionDatabase(gatewayOwner, budget, observerOf(gatewayOwner))();
    return own;
  };
  return {
    kind,
    isNew,
    version,
    migrate: async (manifests, options) => await migrateDatabase(manifests, await migrator(), options),
    seed: async (manifests, options) => await seedDatabase(manifests, { ...(await migrator()), ...options }),
    reset: async (manifest) => await resetSchema(manifest, await migrator()),
    rehearse: async (manifest, rehearsal) => await rehearseMigrations(manifest, rehearsal, await migrator()),
    preparation: async (extensions) => await examinePreparation(control.query, extensions, await migrator()),
    checkMigrations: async (manifests) =>
      historyFindings(manifests, await readHistory(control.query), { development, rebuilds }),
    async migrationStatus(manifests) {
      const history = await readHistory(control.query);
      return manifests.flatMap(({ id, migrations }) =>
        migrations.map(({ name }) => {
          const record = history.find((row) => row.extension === id && row.name === name && row.state === 'committed');
          return { extension: id, name, appliedAt: record?.applied_at };
        }),
      );
    },
    of(extension, signal, author, outbox) {
      let view = databases.get(extension);
      if (view === undefined) {
        const listener = onQuery && ((text: string) => onQuery(extension, text));
        view = extensionDatabase(extension, budget, { ...observerOf(extension), onQuery: listener });
        databases.set(extension, view);
      }
      if (tracing === undefined) return view(signal, author, outbox);
      return traceDatabase(view(signal, author, outbox), {
        tracing,
        extension,
        namespace: `${name}|${schemaOf(extension)}`,
      });
    },
    keepOnly(extensions) {
      for (const extension of databases.keys()) if (!extensions.includes(extension)) databases.delete(extension);
      budget.keepOnly([gatewayOwner, ...extensions]);
    },
    records: (extension) => readRecords(control.query, extension),
    latestRecords: (question) => readLatestRecords(control.query, question),
    query: control.query,
    sessions: createSessionStore(ownDatabase),
    settings,
    rates: createRateTable(ownDatabase),
    assets: createAssetStore(control.query),
    queryTexts: createQueryTextStore(control.query),
    isCrowded: (extension) => budget.isCrowded(extension),
    async openQueue(max) {
      const settings = (await directSettings(config, control)) ?? (await control.settings());
      const pool = openPool(settings, max, queueSockets);
      const giveBack = budget.withhold(max);
      const close = async (): Promise<void> => {
        giveBack();
        await pool.end();
      };
      return { pool, close };
    },
    handed: createConnectionHandler({ logins, budget, watch, ping: () => control.ping(), onQuery }),
    trouble: () => watch.trouble,
    async ping() {
      const isReadOnly = await withTimeout(control.readsOnly(), pingTimeoutMs);
      if (isReadOnly) watch.readOnly();
      return { isReadOnly };
    },
    get use() {
      return budget.use;
    },
    async close(options) {
      watch.close();
      settings.close();
      await budget.close(options?.graceMs);
      await control.close();
    },
  };
}

// A hanging server sends no refusal.
const pingTimeoutMs = 2000;
