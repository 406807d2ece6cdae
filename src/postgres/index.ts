/**
 * PostgreSQL, embedded or remote: a schema and a role for each extension, shared connections, migrations, and the
 * stores of sessions and rate limits. Loads pg when a database is opened. Imports `base`, `config`, `extensions` and
 * `telemetry`.
 */
export { runStatement, StatementRefusedError, type StatementResult } from './administer.ts';
export { columnTypes } from './connection/column-types.ts';
export {
  type AdminQuery,
  type ConnectionSettings,
  connect,
  databasePlace,
  parseDatabaseUrl,
} from './connection/connect.ts';
export { type DatabaseFacts, databaseFacts } from './database-facts.ts';
export type { DatabaseServer, Preparation, QueryListener } from './database-server.ts';
export { type AbandonedFolder, findAbandoned, folderSize, removeAbandoned } from './embedded/abandoned-folders.ts';
export { backupEmbedded, restoreEmbedded } from './embedded/backup.ts';
export { findEmbeddedFolders } from './embedded/embedded-folders.ts';
export { readServerState, stopServer } from './embedded/embedded-process.ts';
export { useEmbeddedServer } from './embedded/embedded-server.ts';
export { embeddedVersion, inspectEmbedded } from './embedded/inspect-embedded.ts';
export { resetEmbedded } from './embedded/stopped-server.ts';
export type {
  ConnectionHandler,
  HandedConnection,
  HandedLogin,
  HandOptions,
} from './handed/hand-connections.ts';
export { type HandedDatabase, openHandedDatabase, type ReceivedConnection } from './handed/open-handed-database.ts';
export { unmarkedFindings } from './migrations/contracting-statements.ts';
export { noDatabase } from './no-database.ts';
export { openDatabase } from './open-database.ts';
export type { PoolUse } from './pool/connection-pool.ts';
export type { AssetLimits, AssetStore, StoredAsset } from './stores/asset-store.ts';
export { BatchedLookup, LookupFailure } from './stores/batched-lookup.ts';
export type { QueryTextLimits, QueryTextStore } from './stores/query-text-store.ts';
export type { RateTable } from './stores/rate-limit-store.ts';
export type { NewSession, SessionStore, StoredSession } from './stores/session-store.ts';
export {
  cloneDatabase,
  createTemporaryDatabase,
  openTemporaryServer,
  type TemporaryDatabase,
  type TemporaryServer,
} from './temporary-databases.ts';
export { type DatabaseUse, type MigrationsReport, verifyMigrations } from './verify-migrations.ts';
