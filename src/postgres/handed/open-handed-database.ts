import type { Socket } from 'node:net';
import { type ExtensionId, errorCode, errorMessage, type Logger } from '#base';
import { askOnce, type ConnectionSettings, openSession, type Session, SessionSet } from '../connection/connect.ts';
import { ConnectionBudget } from '../pool/connection-budget.ts';
import { renewPool } from '../pool/connection-pool.ts';
import { databaseAway, OutageWatch, type Trouble } from '../pool/outage-watch.ts';
import { extensionDatabase } from '../statements/extension-database.ts';
import type { HandedLogin } from './hand-connections.ts';

interface HandedDatabaseOptions {
  readonly extension: ExtensionId;
  /** The limit of this process. The gateway keeps that of all extensions. */
  readonly limit: number;
  /** Asks the gateway for a connection: a connected socket to PostgreSQL, and the login of the extension's role. */
  readonly receive: (options: {
    readonly refused: boolean;
  }) => Promise<{ readonly socket: Socket; readonly login: HandedLogin }>;
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
  const sessions = new SessionSet();
  const open = async (onLost?: (reason: string) => void): Promise<Session> => {
    try {
      return sessions.add(await login(options, { refused: false }, onLost));
    } catch (error) {
      // The passwords of roles were rotated.
      if (errorCode(error) !== '28P01') throw error;
      return sessions.add(await login(options, { refused: true }, onLost));
    }
  };
  const watch = new OutageWatch({
    ping: () => options.ping().catch((error: unknown) => suspect(error)),
    onTrouble: options.onTrouble,
    probe: async () => askOnce(await open()),
    disconnect: () => sessions.destroy(),
    renew: () => renewPool(budget, extension),
    logger,
  });
  /** The gateway cannot ask the server either, so a login must tell. */
  const suspect = async (error: unknown): Promise<never> => await watch.login(extension, Promise.reject(error));
  const budget = new ConnectionBudget({
    limit,
    idleMs,
    async open(owner, onLost) {
      watch.requireUp();
      try {
        return { ...(await watch.login(owner, open(onLost))), watch };
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
    /** Closes its connections, each after its statements: another extension waits for a slot. */
    giveBack: () => renewPool(budget, extension),
    async close({ graceMs }: { readonly graceMs: number }) {
      watch.close();
      await budget.close(graceMs);
    },
  };
}

async function login(
  { receive }: HandedDatabaseOptions,
  options: { readonly refused: boolean },
  onLost?: (reason: string) => void,
): Promise<Session> {
  const { socket, login } = await receive(options);
  return await openSession(settingsOf(login), onLost, connected(socket));
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
