import type { Client } from 'pg';
import type { PoolOwner } from './pool-owner.ts';
import type { PreparedStatement } from './prepared-statement.ts';

/** A connection lent to one extension. */
export interface Connection {
  readonly client: Client;
  readonly pool: Pool;
  /** By their texts. */
  readonly prepared: Map<string, PreparedStatement>;
  idleSince: number;
  broken: boolean;
}

/** One extension's connections. */
export interface Pool {
  readonly extension: PoolOwner;
  /** Idle, lent, or being opened. */
  open: number;
  /** The one used last is at the end. */
  readonly idle: Connection[];
  /** Nobody knows it any longer; connections that are still lent are closed when they come back. */
  isForgotten: boolean;
}

/** How many connections there are, of all extensions together. */
export interface PoolUse {
  readonly limit: number;
  /** In use, idle, or being opened. */
  readonly open: number;
  readonly inUse: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}
