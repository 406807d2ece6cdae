import type { ExtensionId } from '#base';
import type { Session } from '../connection/connect.ts';

export interface BudgetOptions {
  /** The limit of connections for all extensions together. */
  readonly limit: number;
  /** Without `onLost`, it is for short work during other statements. */
  readonly open: (extension: PoolOwner, onLost?: (reason: string) => void) => Promise<Session>;
  readonly onLost: (extension: PoolOwner, reason: string) => void;
  /** Time-out of a wait for a connection, in milliseconds. */
  readonly waitMs?: number;
  /** Milliseconds after which an unused connection closes. */
  readonly idleMs?: number;
  /** Milliseconds after which another extension may take over the slot of an idle connection. */
  readonly settleMs?: number;
}

/** A connection of one extension: idle, lent exclusively to a statement or transaction, or shared by statements. */
export interface Connection extends Session {
  readonly pool: Pool;
  /** Texts that PostgreSQL has prepared on this connection. */
  readonly prepared: Set<string>;
  /** Texts that have completed exclusively on this connection. From then on they may share it. */
  readonly shareable: Set<string>;
  /** Running statements that share it; 0 while it is idle or lent exclusively. */
  sharedBy: number;
  /** The text sent on it in this turn of the event loop. */
  sending: string | undefined;
  /** Whether it closes when it is returned, or when the last statement that shares it ends. */
  broken: boolean;
  idleSince: number;
  /** Another process needs its slot. */
  isUnwanted: boolean;
}

export function createConnection(session: Session, pool: Pool): Connection {
  const texts = { prepared: new Set<string>(), shareable: new Set<string>() };
  const state = { sharedBy: 0, sending: undefined, idleSince: 0, broken: false, isUnwanted: false };
  return { ...session, ...texts, pool, ...state };
}

export interface Pool {
  readonly extension: PoolOwner;
  /** Idle, lent, or opening. */
  open: number;
  /** The most recently used one is at the end. */
  readonly idle: Connection[];
  /** Shared connections that accept more statements. */
  readonly shared: Set<Connection>;
  readonly waits: WaitMeter;
  /** Its statements in the queue for a connection. */
  waiting: number;
  /** The extension was removed. Lent connections close when they are returned. */
  isForgotten: boolean;
  /** For each of its connections in another process: asks that process to close one. */
  readonly elsewhere: Set<() => void>;
  /** When such a process was asked last. In milliseconds of performance.now(). */
  askedAt: number;
}

export function createPool(extension: PoolOwner): Pool {
  const state = { open: 0, waiting: 0, isForgotten: false, askedAt: -Infinity };
  return { extension, idle: [], shared: new Set(), elsewhere: new Set(), waits: new WaitMeter(), ...state };
}

/**
 * The allowed average wait of an extension's statements, in milliseconds. It is well below an extension's time-out,
 * since waiting would otherwise open its circuit breaker.
 */
const maxWaitMs = 100;

/** Whether statements wait long for a connection, and a round of them waits already. */
export function isCrowded({ waits, waiting }: Pool, fairShare: number): boolean {
  return waits.meanMs > maxWaitMs && waiting >= Math.max(fairShare, 1);
}

/** Closes the connections of an owner, each after its current statements. */
export function renewPool(
  budget: { forget(owner: PoolOwner): void; register(owner: PoolOwner): void },
  owner: PoolOwner,
): void {
  budget.forget(owner);
  budget.register(owner);
}

/** The number of connections of all extensions together. */
export interface PoolUse {
  readonly limit: number;
  /** In use, idle, or opening. */
  readonly open: number;
  readonly inUse: number;
  readonly idle: number;
  /** Statements in the queue for a connection. */
  readonly waiting: number;
}

/** The most shared connections of a pool. A slow statement delays a third of the others. More connections cost CPU. */
const maxShared = 3;
/** The most statements on one connection. Further ones wait in the gateway's queue, which has a time-out. */
const maxStatements = 8;

/**
 * The connection that a text may share at once. Undefined where it had better run alone: on an idle connection, or on a
 * new one if `mayOpen`. `isFree`: no earlier statement waits.
 */
export function shareConnection(
  pool: Pool,
  text: string,
  { isFree, mayOpen }: { readonly isFree: boolean; readonly mayOpen: () => boolean },
): Connection | undefined {
  const grows = (): boolean =>
    (pool.shared.size < maxShared && pool.idle.length > 0) || (pool.open < maxShared && mayOpen());
  const atOnce = (isFree ? sendingNow(pool, text) : undefined) ?? takeShareable(pool, text);
  const connection = atOnce ?? (isFree && !grows() ? leastBusy(pool, text) : undefined);
  if (connection !== undefined) share(connection, text);
  return connection;
}

/** Removes from the pool an idle connection that this text may share. */
function takeShareable(pool: Pool, text: string): Connection | undefined {
  if (pool.shared.size >= maxShared) return undefined;
  const index = pool.idle.findLastIndex(({ shareable }) => shareable.has(text));
  return index === -1 ? undefined : pool.idle.splice(index, 1)[0];
}

/** The connection with the fewest statements that this text may share. */
function leastBusy(pool: Pool, text: string): Connection | undefined {
  let least: Connection | undefined;
  for (const connection of pool.shared) {
    if (!mayJoin(connection, text)) continue;
    if (least === undefined || connection.sharedBy < least.sharedBy) least = connection;
  }
  return least;
}

/**
 * The connection on which this turn of the event loop sends the same text. Waking the server, and being woken, is most
 * of the cost of a short statement. Statements with the same text take about as long, so none delays shorter ones.
 */
function sendingNow(pool: Pool, text: string): Connection | undefined {
  for (const connection of pool.shared)
    if (connection.sending === text && connection.sharedBy < maxStatements) return connection;
  return undefined;
}

export function share(connection: Connection, text: string): void {
  connection.sharedBy++;
  connection.pool.shared.add(connection);
  if (connection.sending !== undefined) return;
  connection.sending = text;
  connection.writeTogether(() => {
    connection.sending = undefined;
  });
}

/** Whether a lent connection accepts another statement with this text. */
export function mayJoin({ pool, shareable, sharedBy }: Connection, text: string): boolean {
  const isOpen = sharedBy === 0 ? pool.shared.size < maxShared : sharedBy < maxStatements;
  return isOpen && shareable.has(text);
}

/** The gateway as the owner of a pool. No extension can have this id. */
export const gatewayOwner = '(gateway)';

export type PoolOwner = ExtensionId | typeof gatewayOwner;

/** The weight of a new value in the mean wait. */
const weight = 1 / 32;

/** The moving average of an extension's waits for a connection. */
class WaitMeter {
  meanMs = 0;

  /** Measures a wait. An aborted wait does not count, since its full duration is unknown. */
  async measure<Granted>(waiting: Promise<Granted>): Promise<Granted> {
    const start = performance.now();
    const granted = await waiting;
    this.count(performance.now() - start);
    return granted;
  }

  count(ms: number): void {
    this.meanMs += (ms - this.meanMs) * weight;
  }
}
