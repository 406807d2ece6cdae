import { once } from 'node:events';
import type { Client, QueryResultRow } from 'pg';
import { createMutex, errorCode, errorMessage, type Logger } from '#base';
import {
  type ConnectionSettings,
  connect,
  destroyConnection,
  readOnlyTransaction,
  readsOnly,
} from './connection/connect.ts';
import type { EmbeddedServer } from './embedded/embedded-server.ts';

/**
 * The administrator's connection to a server. It lasts as long as the gateway, and is opened again after a failure.
 */
export interface ControlConnection {
  /** The administrator's current connection settings. */
  settings(): Promise<ConnectionSettings>;
  /** One round trip. Undefined while the connection is not open; then it opens in the background. */
  ping(): Promise<void> | undefined;
  /** Closes the connection at once, since the server does not answer on it. */
  disconnect(): void;
  /** Closes the connection after its statements. The next one opens another, maybe to another server. */
  renew(): void;
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Calls the listener for each notification on a channel, and when the connection was opened again. */
  listen(channel: string, listener: () => void): Promise<void>;
  /** Whether the server takes no changes. */
  readsOnly(): Promise<boolean>;
  close(): Promise<void>;
}

interface Opened {
  readonly client: Client;
  readonly settings: ConnectionSettings;
}

interface Source {
  /** Undefined when only an open connection tells them. */
  readonly settings?: ConnectionSettings;
  open(onLost: (reason: string) => void): Promise<Opened>;
  /** The client is undefined when its connection was lost. */
  close(client: Client | undefined): Promise<void>;
  /** Whether to reconnect at once: true for an embedded server, since only the gateway restarts it. */
  readonly reopenAtOnce: boolean;
}

/** Opens the control connection to an external server. Rejects with the driver's own error. */
export function controlRemote(settings: ConnectionSettings, logger: Logger): Promise<ControlConnection> {
  return openControl(
    {
      settings,
      open: async (onLost) => ({ client: await connect(settings, onLost), settings }),
      close: async (client) => client?.end(),
      reopenAtOnce: false,
    },
    logger,
  );
}

/** Opens the control connection to the embedded server. It is also this process's share in the server. */
export function controlEmbedded(server: EmbeddedServer, logger: Logger): Promise<ControlConnection> {
  return openControl(
    { open: (onLost) => server.join(onLost), close: (client) => server.leave(client), reopenAtOnce: true },
    logger,
  );
}

const reopenDelayMs = 300;

async function openControl(source: Source, logger: Logger): Promise<ControlConnection> {
  let opened: Promise<Opened> | undefined;
  // The driver accepts one statement at a time.
  const inTurn = createMutex();
  let closed = false;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Map<string, () => void>();

  /** The first statements on a new connection. */
  const listenOn = async ({ client }: Opened): Promise<void> => {
    client.on('notification', ({ channel }) => listeners.get(channel)?.());
    for (const [channel, listener] of listeners) {
      await listenTo(client, channel);
      // PostgreSQL keeps no notification for a connection that is away.
      listener();
    }
  };

  const openAndListen = async (): Promise<Opened> => {
    const connection = await source.open(lose);
    try {
      await listenOn(connection);
    } catch (error) {
      destroyConnection(connection.client);
      throw error;
    }
    isOpen = true;
    return connection;
  };

  const open = (): Promise<Opened> => {
    if (closed) return Promise.reject(new Error('The database was closed.'));
    opened ??= openAndListen().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const lose = (reason: string): void => {
    opened = undefined;
    isOpen = false;
    if (closed) return;
    logger.warn('database connection lost', { reason });
    if (source.reopenAtOnce) reopen();
    // They look for what they have missed, and so open the next one.
    for (const listener of listeners.values()) listener();
  };
  const reopen = (): void => {
    open().then(
      () => logger.info('database connection restored'),
      (error: unknown) => {
        if (closed) return;
        logger.error('database cannot be reached', { reason: errorMessage(error) });
        timer = setTimeout(reopen, reopenDelayMs).unref();
      },
    );
  };

  await open();
  return {
    settings: async () => source.settings ?? (await open()).settings,
    ping() {
      if (isOpen) return inTurn(async () => void (await (await open()).client.query('select 1')));
      // The next ping notices a failure.
      open().catch(() => undefined);
      return undefined;
    },
    disconnect() {
      // A connection that is still opening has a time-out of its own.
      opened?.then(({ client }) => destroyConnection(client)).catch(() => undefined);
    },
    renew() {
      inTurn(async () => {
        const client = (await opened)?.client;
        if (client === undefined) return;
        const ended = once(client, 'end');
        destroyConnection(client);
        await ended;
      }).catch(() => undefined);
    },
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return await inTurn(async () => (await (await open()).client.query<Row>(text, [...values])).rows);
    },
    async listen(channel, listener) {
      listeners.set(channel, listener);
      await inTurn(async () => await listenTo((await open()).client, channel));
    },
    readsOnly: () => inTurn(async () => await readsOnly((await open()).client)),
    async close() {
      const last = opened;
      closed = true;
      clearTimeout(timer);
      // Without a connection, this process may still be a user of the embedded server.
      const share = await last?.catch(() => undefined);
      await source.close(share?.client);
    },
  };
}

/** A standby refuses to listen, and tells nothing. The connection that follows its promotion listens. */
async function listenTo(client: Client, channel: string): Promise<void> {
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    if (errorCode(error) !== readOnlyTransaction) throw error;
  }
}
