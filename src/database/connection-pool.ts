import type { Session } from './connection-settings.ts';
import type { PoolOwner } from './pool-owner.ts';

/** A connection of one extension: idle, lent to one statement or transaction alone, or shared by several statements. */
export interface Connection extends Session {
  readonly pool: Pool;
  /** Texts that PostgreSQL has prepared on it. */
  readonly prepared: Set<string>;
  /** Those that it has run alone to the end: from then on they may share it. */
  readonly shareable: Set<string>;
  /** Statements under way that share it; 0 while it is idle or lent alone. */
  sharedBy: number;
  /** The text that was sent on it in this turn of the event loop. */
  sending: string | undefined;
  /** Closed when it is given back, or when the last statement that shares it is over. */
  broken: boolean;
  idleSince: number;
}

/** One extension's connections. */
export interface Pool {
  readonly extension: PoolOwner;
  /** Idle, lent, or being opened. */
  open: number;
  /** The one used last is at the end. */
  readonly idle: Connection[];
  /** Shared by statements, and open to more of them. */
  readonly shared: Set<Connection>;
  /** Its extension is gone; connections that are still lent are closed when they come back. */
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

/** One slow statement holds up a third of an extension's others; more connections cost more CPU for each statement. */
const maxShared = 3;
/** More than this many statements wait in the gateway's queue, which has a time limit and is measured. */
const maxStatements = 8;

/** An idle connection which this text may share, taken out of the pool's idle ones. */
export function takeShareable(pool: Pool, text: string): Connection | undefined {
  if (pool.shared.size >= maxShared) return undefined;
  const index = pool.idle.findLastIndex(({ shareable }) => shareable.has(text));
  return index === -1 ? undefined : pool.idle.splice(index, 1)[0];
}

/** Whether a statement should rather run alone on another connection than join those that others share. */
export function hasRoomForAnother(pool: Pool): boolean {
  return pool.shared.size < maxShared && pool.idle.length > 0;
}

/** Whether the pool has fewer connections than it may share. */
export function wantsAnother(pool: Pool): boolean {
  return pool.open < maxShared;
}

/** The connection with the fewest statements that this text may join. */
export function leastBusy(pool: Pool, text: string): Connection | undefined {
  let least: Connection | undefined;
  for (const connection of pool.shared) {
    if (!mayJoin(connection, text)) continue;
    if (least === undefined || connection.sharedBy < least.sharedBy) least = connection;
  }
  return least;
}

/**
 * The connection on which the same text goes out in this turn of the event loop. To wake the server, and to be
 * woken by it, costs most of a short statement. Statements with one text take about as long, so that none holds up
 * shorter ones.
 */
export function sendingNow(pool: Pool, text: string): Connection | undefined {
  for (const connection of pool.shared)
    if (connection.sending === text && connection.sharedBy < maxStatements) return connection;
  return undefined;
}

/** One more statement shares this connection. */
export function share(connection: Connection, text: string): void {
  connection.sharedBy++;
  connection.pool.shared.add(connection);
  if (connection.sending !== undefined) return;
  connection.sending = text;
  connection.writeTogether(() => {
    connection.sending = undefined;
  });
}

/** Whether a lent connection takes one more statement with this text. */
export function mayJoin({ pool, shareable, sharedBy }: Connection, text: string): boolean {
  const isOpen = sharedBy === 0 ? pool.shared.size < maxShared : sharedBy < maxStatements;
  return isOpen && shareable.has(text);
}
