import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ConnectionOptions } from 'node:tls';
import type { Client, ClientConfig, Pool, QueryResultRow } from 'pg';
import type { Place } from '#base';
import { type Config, placeInConfig } from '#config';
import { columnTypes } from './column-types.ts';
import { driver } from './driver.ts';
import { tlsProblem, withLibpqModes } from './tls-parameters.ts';

export interface ConnectionSettings {
  /** A host name, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  /** Node's options for `tls.connect`, or true for its defaults. */
  readonly ssl: boolean | ConnectionOptions;
  /** Server settings of the session, as `-c name=value`. */
  readonly options?: string;
}

/** Time-out of a connection attempt, in milliseconds. */
export const connectTimeoutMs = 5000;

const malformed = 'it is not a well-formed URL';

/** Parses a PostgreSQL connection string. Throws for an invalid one; the message does not repeat it. */
export function parseDatabaseUrl(url: string): ConnectionSettings {
  if (!/^(postgres|postgresql|socket):/.test(url)) throw new Error('it does not begin with postgresql://');
  if (!URL.canParse(url)) throw new Error(malformed);
  const problem = tlsProblem(url);
  if (problem !== undefined) throw new Error(problem.what);
  let client: Client;
  try {
    client = new (driver().Client)({ connectionString: withLibpqModes(url) });
  } catch {
    // The original error contains the whole text with the password, so it is not the cause.
    throw new Error(malformed);
  }
  // The driver parses the string and adds certificates and PG* variables.
  return {
    host: client.host,
    port: client.port,
    database: client.database ?? client.user ?? 'postgres',
    user: client.user ?? 'postgres',
    password: client.password ?? undefined,
    ssl: client.ssl,
  };
}

/** An address that may be printed: `postgresql://user:***@host:port/database`. */
export function printableAddress(settings: ConnectionSettings): string {
  const secret = settings.password === undefined ? '' : ':***';
  return `postgresql://${settings.user}${secret}@${settings.host}:${settings.port}/${settings.database}`;
}

/** Removes the password from a text, plain and percent-encoded. */
export function maskPassword(text: string, password: string | undefined): string {
  if (password === undefined || password === '') return text;
  return text.replaceAll(password, '***').replaceAll(encodeURIComponent(password), '***');
}

/** One connection for an extension's statements. It sends without waiting for earlier results (pipelining). */
export interface Session {
  readonly client: Client;
  readonly processId: number;
  /** Buffers all writes of this turn of the event loop into one. Calls `onEnd` at the end of the turn. */
  writeTogether(onEnd: () => void): void;
  /** Closes the socket at once, whatever is running. */
  destroy(): void;
  /** Learns how long statements have no answer. */
  readonly watch?: { sent(): void; ended(isAnswer: boolean): void } | undefined;
}

/** PostgreSQL's SQLSTATE for what a server, or a transaction, that reads only refuses. */
export const readOnlyTransaction = '25006';

/**
 * Whether the server of this connection takes no changes: it is a standby, or its administrator has made transactions
 * read-only by default. What a session sets for itself does not count.
 */
export async function readsOnly(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(readOnlyText);
  return rows[0]?.is === true;
}

/** Whether a new session reads only. Closes it. */
export async function askOnce({ client }: Session): Promise<boolean> {
  try {
    return await readsOnly(client);
  } finally {
    // A failed close means that the connection is already lost.
    client.end().catch(() => undefined);
  }
}

const readOnlyText = `select pg_is_in_recovery() or reset_val = 'on' as is
  from pg_settings where name = 'default_transaction_read_only'`;

type LostListener = (reason: string) => void;

/** Opens a session. The caller closes it; a connection lost while idle is reported to `onLost`. */
export async function openSession(
  settings: ConnectionSettings,
  onLost?: LostListener,
  socket: Socket = new Socket(),
): Promise<Session> {
  try {
    const client = await open(settings, { pipeline: true, stream: () => socket }, onLost);
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
    return {
      client,
      processId: rows[0]?.id ?? 0,
      writeTogether(onEnd) {
        socket.cork();
        setImmediate(() => {
          socket.uncork();
          onEnd();
        });
      },
      destroy: () => socket.destroy(),
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Open sockets, which an outage closes at once. */
export class SocketSet {
  readonly #open = new Set<Socket>();

  add(socket = new Socket()): Socket {
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/** Above this share of its time, this process was busy: a time-out does not say that the server is away. */
const busyShare = 0.5;
const mostAttempts = 3;

/**
 * Opens one connection. The caller closes it; a connection lost while idle is reported to `onLost`. Tries again after a
 * time-out in a busy process, which has not read the answer.
 */
export async function connect(settings: ConnectionSettings, onLost?: LostListener, attempt = 1): Promise<Client> {
  const [started, before] = [performance.now(), performance.eventLoopUtilization()];
  try {
    return await connectOnce(settings, onLost);
  } catch (error) {
    // A timer may be a millisecond early.
    const isTimeout = performance.now() - started > connectTimeoutMs * 0.99;
    const wasBusy = performance.eventLoopUtilization(before).utilization > busyShare;
    if (!isTimeout || !wasBusy || attempt === mostAttempts) throw error;
    return await connect(settings, onLost, attempt + 1);
  }
}

async function connectOnce(settings: ConnectionSettings, onLost: LostListener | undefined): Promise<Client> {
  const socket = new Socket();
  const client = await open(settings, { stream: () => socket }, onLost);
  sockets.set(client, socket);
  return client;
}

/** Opens a pool for a library that wants one. It connects with its first statement. */
export function openPool(settings: ConnectionSettings, max: number, sockets = new SocketSet()): Pool {
  const own = { max, application_name: 'stoa queue', stream: () => sockets.add() };
  const pool = new (driver().Pool)({ ...clientConfig(settings), ...own });
  // Without listeners, a lost connection would end the process. The next statement opens another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Works on a connection, and closes it. */
export async function withClient<Result>(
  opening: Promise<Client>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await opening;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function clientConfig(settings: ConnectionSettings) {
  return { ...settings, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true };
}

async function open(
  settings: ConnectionSettings,
  config: ClientConfig,
  onLost: LostListener = () => undefined,
): Promise<Client> {
  const own = { application_name: 'stoa', types: columnTypes };
  const client = new (driver().Client)({ ...config, ...clientConfig(settings), ...own });
  let isOpen = false;
  const lose = (reason: string): void => {
    if (isOpen) onLost(reason);
    isOpen = false;
  };
  // Without these listeners, a lost server would end the process.
  client.on('error', (error) => lose(error.message));
  client.on('end', () => lose('the connection was closed'));
  await client.connect();
  isOpen = true;
  return client;
}

const sockets = new WeakMap<Client, Socket>();

/** Closes the socket of a connection of {@link connect} at once, since the server does not answer on it. */
export function destroyConnection(client: Client): void {
  sockets.get(client)?.destroy();
}

/** The position in gateway.yaml that configures the database, else only the file. */
export function databasePlace(config: Pick<Config, 'file' | 'source'>): Place {
  return placeInConfig(config, ['database']);
}

/** Runs a statement as the administrator, and resolves with its rows. */
export type AdminQuery = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/** The rows of statements on one connection. */
export function queryOn(client: Client): AdminQuery {
  return async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
}
