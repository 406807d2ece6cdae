/**
 * The process of one extension, for `placement: process`. `bundle/build-child.ts` builds it with the extension's
 * modules into one file, which is all that the process may read. What it needs comes from the gateway over IPC: its
 * orders, and connected sockets for calls, for `context.query` and for its role of PostgreSQL.
 */
import type { Socket } from 'node:net';
import { type Finding, includePackages, RequestError, StartupError } from '#base';
import { type BundleModule, importBundle } from '#bundle';
import {
  type AskGateway,
  type ConnectionSource,
  createGatewayClient,
  type GatewayClient,
  type ServeData,
} from '#placement';
import { openHandedDatabase } from '#postgres';
import { exitNow } from '#watchdog';
import { packages } from './child-packages.cjs';
import { type ChannelHandlers, channelLogger, GatewayChannel } from './gateway-channel.ts';
import { serveExtension } from './serve-extension.ts';
import type { ServedExtension } from './serve-parts.ts';
import { createHandedServer } from './served-server.ts';

type HandedDatabase = ReturnType<typeof openHandedDatabase>;

/** Statements may run this long after the calls have ended. In milliseconds. */
const databaseGraceMs = 500;

/** Waits for the orders of the gateway. `importModules` runs the top level of the extension's modules. */
export function runChild(importModules: () => Promise<unknown>): void {
  includePackages(packages);
  let served: ServedExtension | undefined;
  let database: HandedDatabase | undefined;
  const channel = new GatewayChannel({
    start(order) {
      const { data } = order;
      loadPackages(data);
      database = openDatabase(channel, order);
      const load = loadOnce({ data, importModules });
      served = serve(channel, { data, database, load: load.run });
      void begin(channel, served, load);
    },
    calls(socket) {
      socket.on('error', () => socket.destroy());
      server.emit('connection', socket);
    },
    drain(ms) {
      const ended = Promise.resolve(served?.drain(ms)).then(() => database?.close({ graceMs: databaseGraceMs }));
      ended.then(
        () => exitNow(0),
        () => exitNow(1),
      );
    },
    gone: () => exitNow(0),
  });
  const server = createHandedServer((request, response) => void served?.handle(request, response));
  keepAlive(channel);
}

interface ServeOptions {
  readonly data: ServeData;
  readonly database: HandedDatabase;
  readonly load: () => Promise<BundleModule>;
}

interface Load {
  readonly run: () => Promise<BundleModule>;
  /** Why the modules do not load. */
  readonly findings: () => readonly Finding[];
}

function loadOnce({
  data,
  importModules,
}: {
  readonly data: ServeData;
  readonly importModules: () => Promise<unknown>;
}): Load {
  const [, file = ''] = process.argv;
  let findings: readonly Finding[] = [];
  return {
    findings: () => findings,
    async run() {
      try {
        return await importBundle({ extension: data.extension, file, hash: '' }, { load: importModules });
      } catch (error) {
        if (error instanceof StartupError) findings = error.findings;
        throw error;
      }
    },
  };
}

function serve(channel: GatewayChannel, { data, database, load }: ServeOptions): ServedExtension {
  return serveExtension({
    data,
    load,
    database: database.of,
    // Only the gateway hands connections to this process.
    accept() {
      if (!database.isCrowded()) return;
      const message = `Too many statements of the extension ${data.extension} wait for the database. Try again.`;
      throw new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
    },
    askGateway: askOver(channel),
    logger: channelLogger(channel),
  });
}

/** Asks the gateway over connections that it hands to this process. */
function askOver(channel: GatewayChannel): AskGateway {
  const connect: ConnectionSource['connect'] = (_options, callback) => {
    channel.ask({ kind: 'askGateway' }).then(
      ({ socket }) => callback(null, required(socket)),
      (error: Error) => callback(error, null),
    );
  };
  let client: GatewayClient | undefined;
  return (question) => {
    client ??= createGatewayClient({ name: 'the gateway', origin: 'http://localhost', connect }, undefined);
    return client.ask(question);
  };
}

// Before the first request, which has little time.
function loadPackages({ endpoints }: ServeData): void {
  if (endpoints.length > 0) packages.express();
}

async function begin(channel: GatewayChannel, served: ServedExtension, load: Load): Promise<void> {
  try {
    await served.start();
  } catch (err) {
    channelLogger(channel).error('extension does not load', { err });
    channel.send({ kind: 'failed', findings: load.findings() });
    return;
  }
  const findings = load.findings();
  channel.send(findings.length === 0 ? { kind: 'ready' } : { kind: 'failed', findings });
}

function openDatabase(
  channel: GatewayChannel,
  { data, connections, tellsQueries }: Parameters<ChannelHandlers['start']>[0],
): HandedDatabase {
  return openHandedDatabase({
    extension: data.extension,
    limit: connections,
    async receive({ refused }) {
      const { socket, login, id } = await channel.ask({ kind: 'askDatabase', refused });
      const received = { socket: required(socket), login: required(login) };
      received.socket.once('close', () => channel.send({ kind: 'closedDatabase', id }));
      return received;
    },
    async ping() {
      await channel.ask({ kind: 'pingDatabase' });
    },
    onTrouble: (trouble) => channel.send({ kind: 'trouble', ...trouble }),
    onQuery: tellsQueries ? (text) => channel.send({ kind: 'query', text }) : undefined,
    logger: channelLogger(channel),
  });
}

/** An error outside any call ends neither the process nor the other calls. The gateway logs it. */
function keepAlive(channel: GatewayChannel): void {
  const logger = channelLogger(channel);
  process.on('uncaughtException', (err) => logger.error('uncaught exception', { err }));
  process.on('unhandledRejection', (err) => logger.error('unhandled rejection', { err }));
}

function required<Value extends Socket | object>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the gateway handed no connection');
  return value;
}
