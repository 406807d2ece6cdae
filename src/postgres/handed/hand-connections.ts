import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { type ExtensionId, RequestError } from '#base';
import { type ConnectionSettings, connectTimeoutMs } from '../connection/connect.ts';
import type { ConnectionBudget } from '../pool/connection-budget.ts';
import { databaseAway, type OutageWatch } from '../pool/outage-watch.ts';

/** How another process logs in as its extension's role. Plain data, which JSON can hold. */
export interface HandedLogin extends Omit<ConnectionSettings, 'ssl'> {
  /** Certificates as PEM. `anyName`: the server's certificate may be of another name, as with `verify-ca`. */
  readonly tls?:
    | { readonly ca?: string | undefined; readonly rejectUnauthorized: boolean; readonly anyName: boolean }
    | undefined;
}

/** A connection to PostgreSQL, before its first byte. */
interface HandedConnection {
  readonly socket: Socket;
  readonly login: HandedLogin;
  /** Frees its slot. Call it once, when the other process has closed it. */
  release(): void;
}

/** Connections that the gateway opens for the processes of its extensions, which cannot reach the server themselves. */
export interface ConnectionHandler {
  /**
   * Opens a connection within the limit of all extensions. Rejects with RequestError UNAVAILABLE 503 when there is no
   * free slot, or the server is away. `refused`: PostgreSQL has refused the last login. `isExtra`: it is for short
   * work during other statements, such as a cancel request, and takes no slot.
   */
  hand(
    extension: ExtensionId,
    options: { readonly refused: boolean; readonly isExtra: boolean },
  ): Promise<HandedConnection>;
  /** One round trip on the gateway's own connection. Rejects when that is lost. */
  check(): Promise<void>;
  /** Learns of each statement of a process. Undefined: nothing wants to know. */
  readonly onQuery?: ((extension: ExtensionId, text: string) => void) | undefined;
}

interface HandlerOptions {
  readonly logins: {
    settingsOf(extension: ExtensionId, options: { readonly refused: boolean }): Promise<ConnectionSettings>;
  };
  readonly budget: ConnectionBudget;
  readonly watch: OutageWatch;
  readonly ping: () => Promise<void> | undefined;
  readonly onQuery?: ConnectionHandler['onQuery'];
  readonly waitMs?: number;
}

/** Milliseconds between two looks for a slot. */
const lookMs = 50;

export function createConnectionHandler(handler: HandlerOptions): ConnectionHandler {
  const { logins, budget, watch, ping, onQuery, waitMs = 4_000 } = handler;
  return {
    onQuery,
    async hand(extension, options) {
      const release = options.isExtra ? () => undefined : await reserve(budget, extension, waitMs);
      try {
        const settings = await logins.settingsOf(extension, options);
        const { ssl, ...plain } = settings;
        const login = ssl === false ? plain : { ...plain, tls: tlsFor(ssl === true ? {} : ssl) };
        const socket = await watch.login(extension, openSocket(settings));
        return { socket, login, release };
      } catch (error) {
        release();
        throw error instanceof RequestError ? error : databaseAway(error);
      }
    },
    async check() {
      const answer = ping();
      if (answer === undefined) throw new Error('The connection of the gateway is lost.');
      await answer;
    },
  };
}

async function reserve(budget: ConnectionBudget, extension: ExtensionId, waitMs: number): Promise<() => void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const release = budget.reserve(extension);
    if (release !== undefined) return release;
    if (performance.now() > deadline) {
      const message = 'All database connections are in use; try again.';
      throw new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
    }
    await delay(lookMs);
  }
}

async function openSocket({ host, port }: ConnectionSettings): Promise<Socket> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const socket = connect({ ...target, noDelay: true, keepAlive: true });
  // A socket that is paused before it is connected reads nothing: all bytes are for the other process.
  socket.pause();
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The gateway's own key stays with the gateway. */
function tlsFor({ ca, rejectUnauthorized, checkServerIdentity }: ConnectionOptions): NonNullable<HandedLogin['tls']> {
  return {
    ca: ca === undefined ? undefined : String(ca),
    rejectUnauthorized: rejectUnauthorized !== false,
    anyName: checkServerIdentity !== undefined,
  };
}
