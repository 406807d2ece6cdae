/**
 * The process of one extension, for `placement: process`. `bundle/build-child.ts` builds it into one file and the
 * extension's modules into another; the process may read nothing else. What it needs comes from the gateway over IPC:
 * its orders, and connected sockets for calls, for `context.query` and for its role of PostgreSQL.
 */
import type { Socket } from 'node:net';
import { includePackages, RequestError } from '#base';
import { type BundleModule, importBundle } from '#bundle';
import { openHandedDatabase } from '#postgres';
import { exitNow } from '#watchdog';
import { GatewayChannel } from '../process/gateway-channel.ts';
import { createGatewayClient, type GatewayClient } from '../remote/ask-gateway.ts';
import type { ServeData } from '../wire/serve-data.ts';
import { packages } from './child-packages.cjs';
import { ServedExtension } from './serve-extension.ts';
import { createHandedServer } from './served-server.ts';

type HandedDatabase = ReturnType<typeof openHandedDatabase>;

type StartOrder = Parameters<ConstructorParameters<typeof GatewayChannel>[0]['start']>[0];

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
      // Before the first request, which has little time.
      if (data.endpoints.length > 0) packages.express();
      database = openDatabase(channel, order);
      const [, file = ''] = process.argv;
      const load = () => importBundle({ extension: data.extension, file, hash: '' }, { load: importModules });
      served = serve(channel, { data, database, load });
      void begin(channel, served);
    },
    calls(socket) {
      socket.on('error', () => socket.destroy());
      server.emit('connection', socket);
    },
    giveBack: () => database?.giveBack(),
    drain(ms) {
      end(ms).then(
        () => exitNow(0),
        () => exitNow(1),
      );
    },
    gone: () => exitNow(0),
  });
  const end = async (ms: number): Promise<void> => {
    await served?.drain(ms);
    await served?.stop();
    await database?.close({ graceMs: databaseGraceMs });
  };
  const server = createHandedServer((request, response) => void served?.handle(request, response));
  keepAlive(channel);
}

interface ServeOptions {
  readonly data: ServeData;
  readonly database: HandedDatabase;
  readonly load: () => Promise<BundleModule>;
}

function serve(channel: GatewayChannel, { data, database, load }: ServeOptions): ServedExtension {
  return new ServedExtension({
    data,
    load,
    database: database.of,
    // Only the gateway hands connections to this process.
    accept() {
      if (!database.isCrowded()) return;
      const message = `Too many statements of the extension ${data.extension} wait for the database. Try again.`;
      throw new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
    },
    gateway: gatewayOver(channel),
    logger: channel.logger,
  });
}

/** Asks the gateway over connections that it hands to this process. */
function gatewayOver(channel: GatewayChannel): () => GatewayClient {
  const source: Parameters<typeof createGatewayClient>[0] = {
    name: 'the gateway',
    origin: 'http://localhost',
    connect(_options, callback) {
      channel.ask({ kind: 'askGateway' }).then(
        ({ socket }) => callback(null, required(socket)),
        (error: Error) => callback(error, null),
      );
    },
  };
  let client: GatewayClient | undefined;
  return () => {
    client ??= createGatewayClient(source, undefined);
    return client;
  };
}

async function begin(channel: GatewayChannel, served: ServedExtension): Promise<void> {
  try {
    const { findings } = (await served.start()).description;
    channel.send(findings.length === 0 ? { kind: 'ready' } : { kind: 'failed', findings });
  } catch (err) {
    channel.logger.error('extension does not load', { err });
    channel.send({ kind: 'failed', findings: [] });
  }
}

function openDatabase(channel: GatewayChannel, { data, connections, tellsQueries }: StartOrder): HandedDatabase {
  return openHandedDatabase({
    extension: data.extension,
    limit: connections,
    async receive(options) {
      const { socket, login, id } = await channel.ask({ kind: 'askDatabase', ...options });
      const received = { socket: required(socket), login: required(login) };
      received.socket.once('close', () => channel.send({ kind: 'closedDatabase', id }));
      return received;
    },
    async ping() {
      await channel.ask({ kind: 'pingDatabase' });
    },
    onTrouble: (trouble) => channel.send({ kind: 'trouble', ...trouble }),
    onQuery: tellsQueries ? (text) => channel.send({ kind: 'query', text }) : undefined,
    logger: channel.logger,
  });
}

/** An error outside any call ends neither the process nor the other calls. The gateway logs it. */
function keepAlive({ logger }: GatewayChannel): void {
  process.on('uncaughtException', (err) => logger.error('uncaught exception', { err }));
  process.on('unhandledRejection', (err) => logger.error('unhandled rejection', { err }));
}

function required<Value extends Socket | object>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the gateway handed no connection');
  return value;
}
