import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
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

/** Connections that the gateway opens for the processes of its extensions, which cannot reach the server themselves. */
export type ConnectionHandler = ReturnType<typeof createConnectionHandler>;

export interface HandOptions {
  /** PostgreSQL has refused the last login. */
  readonly refused: boolean;
  /** It is for short work during other statements, such as a cancel request, and takes no slot. */
  readonly isExtra: boolean;
  /** Asks the other process to close a connection, since another extension waits. */
  giveBack(): void;
}

interface HandlerOptions {
  readonly logins: { settingsOf(of: ExtensionId, how: Pick<HandOptions, 'refused'>): Promise<ConnectionSettings> };
  readonly budget: ConnectionBudget;
  readonly watch: OutageWatch;
  readonly ping: () => Promise<void> | undefined;
  readonly onQuery?: ((extension: ExtensionId, text: string) => void) | undefined;
}

export function createConnectionHandler({ logins, budget, watch, ping, onQuery }: HandlerOptions) {
  return {
    /** Learns of each statement of a process. Undefined: nothing wants to know. */
    onQuery,
    /**
     * A connection to PostgreSQL, before its first byte. `release` frees its slot: call it when the other process has
     * closed it. Rejects with RequestError UNAVAILABLE 503 when no slot becomes free, or the server is away.
     */
    async hand(extension: ExtensionId, options: HandOptions) {
      const release = options.isExtra ? () => undefined : await budget.reserve(extension, options.giveBack);
      try {
        const settings = await logins.settingsOf(extension, options);
        const { ssl, ...plain } = settings;
        const login: HandedLogin = ssl === false ? plain : { ...plain, tls: tlsFor(ssl === true ? {} : ssl) };
        const socket = await watch.login(extension, openSocket(settings));
        return { socket, login, release };
      } catch (error) {
        release();
        throw error instanceof RequestError ? error : databaseAway(error);
      }
    },
    /** One round trip on the gateway's own connection. Rejects when that is lost. */
    async check() {
      const answer = ping();
      if (answer === undefined) throw new Error('The connection of the gateway is lost.');
      await answer;
    },
  };
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
