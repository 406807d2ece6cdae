import type { ExtensionId } from '../base/ids.ts';
import type { Finding } from '../base/startup-error.ts';
import type { Database } from '../extension-api.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { PoolUse } from './connection-pool.ts';
import type { RateTable } from './rate-table.ts';
import type { SessionStore } from './session-store.ts';

/** A PostgreSQL server that the gateway may use: the embedded one, or the one behind DATABASE_URL. */
export interface DatabaseServer {
  readonly kind: 'embedded' | 'url';
  /** True until `seed` has succeeded once: demonstration data may go in. A start that is broken off is made up for. */
  readonly isNew: boolean;
  /** Makes each extension's schema and role, then runs its outstanding migrations. Throws StartupError. */
  migrate(extensions: readonly ExtensionManifest[]): Promise<readonly AppliedMigration[]>;
  /** What has become of migrations that ran: MIGRATION_CHANGED findings. Runs and changes nothing. */
  checkMigrations(extensions: readonly ExtensionManifest[]): Promise<readonly Finding[]>;
  /** Every migration of these extensions with the time when it ran. Runs and changes nothing. */
  migrationStatus(extensions: readonly ExtensionManifest[]): Promise<readonly MigrationStatus[]>;
  /** Runs each extension's seed files, each extension in one transaction as its own role. Throws StartupError. */
  seed(extensions: readonly ExtensionManifest[]): Promise<readonly ExtensionId[]>;
  /**
   * The extension's own view; its pool opens with the first query. When the request's signal is aborted, statements
   * of this view fail at once, and waits for a connection end. PostgreSQL cancels what has a connection alone.
   */
  of(extension: ExtensionId, signal?: AbortSignal): Database;
  /** Forgets extensions that are not among these, whose places go to others. */
  keepOnly(extensions: readonly ExtensionId[]): void;
  /** Sessions of shoppers, in the gateway's own schema. */
  readonly sessions: SessionStore;
  /** Counters of rate limits that several processes share, in the gateway's own schema. */
  readonly rates: RateTable;
  /** How many milliseconds statements waited for a connection of late, on average. */
  readonly waitMs: () => number;
  /** Resolves when the server answers; rejects otherwise. For readiness. */
  ping(): Promise<void>;
  /** How the connections are used at this moment. */
  readonly use: PoolUse;
  /**
   * Closes all pools, those in use after `graceMs` milliseconds. Stops the embedded server when this process is the
   * last that uses it.
   */
  close(options?: { readonly graceMs: number }): Promise<void>;
}

export interface AppliedMigration {
  readonly extension: ExtensionId;
  readonly name: string;
  readonly ms: number;
}

export interface MigrationStatus {
  readonly extension: ExtensionId;
  readonly name: string;
  /** ISO 8601; undefined while it is outstanding. */
  readonly appliedAt: string | undefined;
}

/** Called for each statement that an extension sends; tests count with it. */
export type QueryListener = (extension: ExtensionId, text: string) => void;
