import type { Pool } from 'pg';
import type { ExtensionId, Finding } from '#base';
import type { AuditRecord, Database } from '#extension-api';
import type { ExtensionManifest, Outbox } from '#extensions';
import type { AdminQuery } from './connection/connect.ts';
import type { ConnectionHandler } from './handed/hand-connections.ts';
import type { AppliedMigration } from './migrations/migration-history.ts';
import type { Rehearsal } from './migrations/rehearse.ts';
import type { PoolUse } from './pool/connection-pool.ts';
import type { Trouble } from './pool/outage-watch.ts';
import type { AddedSchema } from './roles/prepare-schemas.ts';
import type { AssetStore } from './stores/asset-store.ts';
import type { Author, RecordsQuestion, StoredRecord } from './stores/audit-trail.ts';
import type { QueryTextStore } from './stores/query-text-store.ts';
import { createRateTable, type RateTable } from './stores/rate-limit-store.ts';
import { createSessionStore, type SessionStore } from './stores/session-store.ts';
import type { SettingsStore } from './stores/settings-store.ts';

/** A PostgreSQL server: the embedded one, or the one of DATABASE_URL. */
export interface DatabaseServer {
  readonly kind: 'embedded' | 'url';
  /** The version that the server says: `18.4`. */
  readonly version: string;
  /** True until `seed` has succeeded once, even in an earlier process. Then demonstration data may be inserted. */
  readonly isNew: boolean;
  /**
   * Creates each extension's schema and role, then runs its outstanding migrations. Throws StartupError, and the
   * signal's reason when it ends the wait for another process.
   */
  migrate(extensions: readonly ExtensionManifest[], options?: MigrateOptions): Promise<readonly AppliedMigration[]>;
  /** Compares applied migrations with their files. Returns findings of what keeps this code from serving. */
  checkMigrations(extensions: readonly ExtensionManifest[]): Promise<readonly Finding[]>;
  /** What these extensions need that only an administrator can make. Changes nothing. */
  preparation(extensions: readonly ExtensionId[]): Promise<Preparation>;
  /** Every migration of these extensions with the time at which it ran. Changes nothing. */
  migrationStatus(extensions: readonly ExtensionManifest[]): Promise<
    readonly {
      readonly extension: ExtensionId;
      readonly name: string;
      /** ISO 8601; undefined for an outstanding migration. */
      readonly appliedAt: string | undefined;
    }[]
  >;
  /** Runs each extension's seed files, each extension in one transaction as its own role. Throws StartupError. */
  seed(
    extensions: readonly ExtensionManifest[],
    options?: Pick<MigrateOptions, 'report'>,
  ): Promise<readonly ExtensionId[]>;
  /** Empties one extension's schema, then runs its migrations and its seed files. Throws StartupError. */
  reset(extension: ExtensionManifest): Promise<void>;
  /** Compares one extension's schema with what its migrations make: see Rehearsal. Throws StartupError. */
  rehearse<Found>(extension: ExtensionManifest, rehearsal: Rehearsal<Found>): Promise<void>;
  /**
   * The database for an extension. The first query opens its pool. When the signal is aborted, statements fail at
   * once and waits for a connection end. PostgreSQL cancels statements that hold a connection exclusively. The audit
   * trail names the author. Events and jobs are those of the outbox.
   */
  of(extension: ExtensionId, signal?: AbortSignal, author?: Author, outbox?: Outbox): Database;
  /** What an extension has written to the audit trail, oldest first. */
  records(extension: ExtensionId): Promise<readonly AuditRecord[]>;
  /** What extensions have written to the audit trail, newest first. */
  latestRecords(question: RecordsQuestion): Promise<readonly StoredRecord[]>;
  /** Asks as the gateway itself. */
  readonly query: AdminQuery;
  /** Forgets all other extensions and frees their slots. */
  keepOnly(extensions: readonly ExtensionId[]): void;
  /** Sessions of shoppers, in the gateway's own schema. */
  readonly sessions: SessionStore;
  /** What the shop changes while it runs, in the gateway's own schema. */
  readonly settings: SettingsStore;
  /** Built files that several processes share, in the gateway's own schema. */
  readonly assets: AssetStore;
  /** Texts of automatic persisted queries that several processes share, in the gateway's own schema. */
  readonly queryTexts: QueryTextStore;
  /** Counters of rate limits that several processes share, in the gateway's own schema. */
  readonly rates: RateTable;
  /** Whether statements of an extension wait long for a connection, so that another call would wait behind them. */
  isCrowded(extension: ExtensionId): boolean;
  /** Opens up to `max` connections of the queue. They count among those of gateway.yaml, as far as it has free ones. */
  openQueue(max: number): Promise<{ readonly pool: Pool; close(): Promise<void> }>;
  /** Connections for extensions in processes of their own. */
  readonly handed: ConnectionHandler;
  /** The current or the last time in which the server was slow or away; undefined before the first. */
  trouble(): Trouble | undefined;
  /** Resolves when the server answers: whether it takes no changes. Rejects otherwise. For the readiness check. */
  ping(): Promise<{ readonly isReadOnly: boolean }>;
  readonly use: PoolUse;
  /** Closes all pools, and aborts work after `graceMs` milliseconds. The last process stops the embedded server. */
  close(options?: { readonly graceMs: number }): Promise<void>;
}

export interface Preparation {
  /** In words for an operator. Empty on a prepared database. */
  readonly missing: readonly string[];
  /** What `migrate` would say. Empty when this user may make it. */
  readonly findings: readonly Finding[];
}

export interface MigrateOptions {
  /** Ends the wait for another process that migrates, and stops between two migrations. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each step: `it runs things/002-add.sql`. */
  readonly report?: (step: string) => void;
  /** Whether to give the extensions' roles new passwords. The default is false. */
  readonly rotate?: boolean;
  /** Made beside the schemas of the extensions, if it is missing. */
  readonly added?: AddedSchema | undefined;
}

/** Called for each statement of an extension. Tests count with it. */
export type QueryListener = (extension: ExtensionId, text: string) => void;

/** For commands that build a gateway but answer no request (`check`, `schema`). */
export const noDatabase: Pick<DatabaseServer, 'of' | 'sessions' | 'rates' | 'isCrowded' | 'trouble'> & {
  readonly assets: undefined;
  readonly settings: undefined;
} = {
  assets: undefined,
  settings: undefined,
  trouble: () => undefined,
  of: (extension) => {
    throw new Error(`extension ${extension} asked for its database, but this command runs without one`);
  },
  isCrowded: () => false,
  rates: createRateTable(() => {
    throw new Error('requests were to be counted, but this command runs without a database');
  }),
  sessions: createSessionStore(() => {
    throw new Error('a session was asked for, but this command runs without a database');
  }),
};
