/**
 * PostgreSQL, embedded or remote: a schema and a role for each extension, shared connections, migrations, and the
 * stores of sessions and rate limits. Loads pg when a database is opened. Imports `base`, `config`, `extensions` and
 * `telemetry`.
 */
export { runStatement, StatementRefusedError } from './administer.ts';
export { type ConnectionSettings, databasePlace } from './connection/connect.ts';
export { type DatabaseServer, noDatabase } from './database-server.ts';
export { findAbandoned } from './embedded/abandoned-folders.ts';
export { backupEmbedded, restoreEmbedded } from './embedded/backup.ts';
export { findEmbeddedFolders } from './embedded/embedded-folders.ts';
export { embeddedVersion, inspectEmbedded } from './embedded/inspect-embedded.ts';
export { resetEmbedded } from './embedded/stopped-server.ts';
export type { HandedLogin } from './handed/hand-connections.ts';
export { openHandedDatabase } from './handed/open-handed-database.ts';
export { unmarkedFindings } from './migrations/contracting-statements.ts';
export { openDatabase } from './open-database.ts';
export type { Trouble } from './pool/outage-watch.ts';
export { databaseFacts } from './roles/shared-functions.ts';
export { handOver, refuseInTransaction } from './statements/transaction.ts';
export type { Author } from './stores/audit-trail.ts';
export { BatchedLookup, LookupFailure } from './stores/batched-lookup.ts';
export { cloneDatabase, openTemporaryServer } from './temporary-databases.ts';
export { verifyMigrations } from './verify-migrations.ts';
