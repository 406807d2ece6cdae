import type { Socket } from 'node:net';
import { type ExtensionId, errorCode, errorMessage, type Logger } from '#base';
import { askOnce, type ConnectionSettings, openSession, type Session, SocketSet } from '../connection/connect.ts';
import { ConnectionBudget } from '../pool/connection-budget.ts';
import { renewPool } from '../pool/connection-pool.ts';
import { databaseAway, OutageWatch, type Trouble } from '../pool/outage-watch.ts';
import { extensionDatabase } from '../statements/extension-database.ts';
import type { HandedLogin, HandOptions } from './hand-connections.ts';

interface HandedDatabaseOptions {
  readonly extension: ExtensionId;
  /** The limit of this process. The gateway keeps that of all extensions. */
  readonly limit: number;
  /** Asks the gateway for a connection: a connected socket to PostgreSQL, and the login of the extension's role. */
  receive(options: Omit<HandOptions, 'giveBack'>): Promise<{ readonly socket: Socket; readonly login: HandedLogin }>;
  /** Lets the gateway make a round trip to the server. */
  readonly ping: () => Promise<void>;
  /** Tells the gateway when the database is slow or away. */
  readonly onTrouble: (trouble: Trouble) => void;
  readonly onQuery?: ((text: string) => void) | undefined;
  readonly logger: Logger;
}

/** Milliseconds after which an unused connection closes: its slot may serve another extension. */
const idleMs = 10_000;

/** The database of one extension in a process that opens no connections: the gateway hands them over. */
export function openHandedDatabase(options: HandedDatabaseOptions) {
  const { extension, limit, logger, onQuery } = options;
  const sockets = new SocketSet();
  const open = async (onLost?: (reason: string) => void, refused = false): Promise<Session> => {
    try {
      // The wait for a slot is no sign of trouble.
      const { socket, login } = await options.receive({ refused, isExtra: onLost === undefined });
      return await watch.login(extension, openSession(settingsOf(login), onLost, connected(sockets.add(socket))));
    } catch (error) {
      // The passwords of roles were rotated.
      if (refused || errorCode(error) !== '28P01') throw error;
      return await open(onLost, true);
    }
  };
  const watch = new OutageWatch({
    ping: () => options.ping().catch((error: unknown) => suspect(error)),
    onTrouble: options.onTrouble,
    probe: async () => askOnce(await open()),
    disconnect: () => sockets.destroy(),
    renew: () => renewPool(budget, extension),
    logger,
  });
  /** The gateway cannot ask the server either, so a login must tell. */
  const suspect = async (error: unknown): Promise<never> => await watch.login(extension, Promise.reject(error));
  const budget = new ConnectionBudget({
    limit,
    idleMs,
    async open(_owner, onLost) {
      watch.requireUp();
      try {
        return { ...(await open(onLost)), watch };
      } catch (error) {
        logger.error('database cannot be reached', { reason: errorMessage(error) });
        throw databaseAway();
      }
    },
    onLost: (_, reason) => logger.warn('database connection lost', { reason }),
  });
  return {
    of: extensionDatabase(extension, budget, {
      onQuery,
      requireUp: () => watch.requireUp(),
      onReadOnly: () => watch.readOnly(),
      onOutage: (error) => logger.error('database cannot work', { reason: errorMessage(error) }),
    }),
    /** Whether statements wait long for a connection. */
    isCrowded: () => budget.isCrowded(extension),
    /** Closes a connection: another extension waits for its slot. */
    giveBack: () => budget.giveBack(),
    async close({ graceMs }: { readonly graceMs: number }) {
      watch.close();
      await budget.close(graceMs);
    },
  };
}

/** The driver connects its stream itself. This one is connected already. */
function connected(socket: Socket): Socket {
  const connect = (): Socket => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return Object.defineProperty(socket, 'connect', { value: connect });
}

function settingsOf({ tls, ...login }: HandedLogin): ConnectionSettings {
  if (tls === undefined) return { ...login, ssl: false };
  const { anyName, ...ssl } = tls;
  return { ...login, ssl: { ...ssl, ...(anyName && { checkServerIdentity: () => undefined }) } };
}
