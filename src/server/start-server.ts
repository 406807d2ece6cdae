import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CurrentGateway } from '#gateway';
import { listen } from '#http';
import { wire } from '#placement';
import { observe } from '#telemetry';
import { AccessLog } from './connections/access-log.ts';
import { type StopTimeouts, stop } from './connections/drain-connections.ts';
import { LoadShedder } from './connections/load-shedder.ts';
import { OpenRequests } from './connections/open-requests.ts';
import { followLimits, type Timeouts, timeoutsOf } from './connections/timeouts.ts';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import { handlersOf } from './handlers.ts';

export interface ClientsParts {
  readonly current: CurrentGateway;
  /** By default those of a shop. */
  readonly handlers?: RequestHandlers;
  /** Time-outs for slow and idle clients. By default those of gateway.yaml. */
  readonly patience?: Partial<Timeouts>;
  /** Answers a request that no client sends, and returns true: a served extension's own gateway sends others. */
  readonly answerOther?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface ServedClients {
  /** The current load, and the number of refused requests. */
  readonly load: () => LoadShedder['report'];
  /**
   * Stops accepting, and lets requests in flight finish for `drainMs` milliseconds. Then it aborts them. A second
   * call with 0 aborts them at once.
   */
  close(options: Pick<StopTimeouts, 'drainMs'> & Partial<StopTimeouts>): Promise<void>;
}

export interface RunningServer extends ServedClients, AsyncDisposable {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly port: number;
}

// One more than gateway.yaml allows at most, so that `requireShortHead` sees an excess, whatever a reload allows.
const countedHeaders = 1001;

/** Listens on gateway.yaml's host and port. Throws StartupError PORT_IN_USE or PORT_REFUSED. */
export async function startServer(parts: ClientsParts): Promise<RunningServer> {
  const { config, logger } = parts.current.gateway;
  const { host, port, limits } = config.server;
  const patience = { ...timeoutsOf(limits), ...parts.patience };
  // `dispatch` answers missing and duplicate Host headers, in the format of all errors.
  const server = createServer({ ...patience, maxHeaderSize: limits.headerBytes, requireHostHeader: false });
  const { load, close } = serveClients(server, { ...parts, patience });
  const option = { file: config.file, name: 'the gateway', key: 'server.port', flag: '--port' } as const;
  const address = await listen(server, { ...option, host, port });
  server.on('error', (err) => logger.error('server failed', { err }));
  return { ...address, load, close, [Symbol.asyncDispose]: () => close({ drainMs: 0 }) };
}

/** Answers the requests of a server that has the time-outs of gateway.yaml: counts, logs, traces, limits them. */
export function serveClients(
  server: Server,
  { current, handlers = handlersOf(current), patience, answerOther }: ClientsParts,
): ServedClients {
  const { config, telemetry } = current.gateway;
  const open = new OpenRequests(current);
  const connections = new Map<Socket, number>();
  /** Connections of requests that no client sends. */
  const others = new WeakSet<Duplex>();
  const lastAnswers = new ConnectionCloser();
  const accessLog = new AccessLog();
  const load = new LoadShedder(config.server.limits);
  let closing: Promise<void> | undefined;

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (answerOther?.(request, response) === true) {
      others.add(request.socket);
      return;
    }
    const begun = open.begin(response);
    const { gateway } = begun.lease;
    telemetry.inFlight++;
    observe(response);
    const logEnd = accessLog.begin(gateway, request, response);
    if (closing !== undefined) lastAnswers.tell(open);
    response.on('close', () => {
      endUnfinished(open, response);
      open.end(begun);
      telemetry.inFlight--;
      const ended = telemetry.finish(response);
      if (ended !== undefined) logEnd?.(ended);
    });
    // The request of an extension elsewhere belongs to one that was admitted. A refusal would waste both.
    if (request.url !== wire.paths.query && !load.admit(request, response)) {
      telemetry.shed.add('load');
      return;
    }
    const { tracing } = telemetry;
    const serve = (): void => void dispatch({ gateway, handlers }, request, response);
    if (tracing === undefined) serve();
    else tracing.serve({ request, response, client: gateway.edge.clientOf(request) }, serve);
  };
  server.on('request', onRequest);
  server.maxHeadersCount = countedHeaders;
  const started = { ...timeoutsOf(config.server.limits), ...patience };
  followLimits(current, { server, load, interval: started.connectionsCheckingInterval });
  const know = (socket: Socket): void => {
    connections.set(socket, performance.now());
    socket.once('close', () => {
      connections.delete(socket);
      if (!tellsWaiting) closeWaiting(open, socket);
    });
  };
  // Behind TLS, the second one knows what is not sent yet.
  server.on('connection', know).on('secureConnection', know);
  server.on('timeout', (socket) => handleIdleTimeout(open, socket));
  // Without this listener, Node sends "100 Continue" for every announced body. With it, the gateway does so when a
  // handler begins to read the body.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    onRequest(request, response);
  });
  // RFC 9110 permits a server to ignore other expectations. Node's own 417 would have no error text.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    answerClientError(new Error('CONNECT is for proxies'), socket, false);
  });
  server.on('clientError', (error, socket: Duplex) => {
    answerClientError(error, socket, others.has(socket) || hasBegun(open, socket));
  });

  const close: ServedClients['close'] = ({ drainMs, idleGraceMs = 0 }) => {
    closing ??= stop(server, connections, { drainMs, idleGraceMs });
    lastAnswers.tell(open);
    // An event stream never ends by itself. Its client reconnects.
    for (const response of open)
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.end();
    if (drainMs === 0) server.closeAllConnections();
    return closing;
  };
  return { load: () => load.report, close };
}

// Without a copy of the list: when a thousand slow clients time out at once, this runs a thousand times.
function hasBegun(open: Iterable<ServerResponse>, socket: Duplex): boolean {
  for (const response of open) if (response.socket === socket && response.headersSent) return true;
  return false;
}

/** Older Node emits no 'close' on a waiting pipelined response whose connection closes. It would count forever. */
const tellsWaiting = Number(process.versions.node.split('.')[0]) >= 26;

function closeWaiting(open: Iterable<ServerResponse>, socket: Socket): void {
  for (const response of open) {
    if (response.socket !== null || response.req.socket !== socket) continue;
    response.destroy();
    response.emit('close');
  }
}

// A pipelined response waits without a socket. If it is destroyed meanwhile, Node forgets it, and the connection hangs.
function endUnfinished(open: Iterable<ServerResponse>, response: ServerResponse): void {
  if (response.writableFinished) return;
  const { socket } = response.req;
  let before: ServerResponse | undefined;
  for (const each of open) {
    if (each === response) break;
    if (each.req.socket === socket) before = each;
  }
  if (before === undefined) socket.destroy();
  else before.once('close', () => socket.destroy());
}

/** Answers bytes that are no request. A response that has begun gets none: the client would take them for its body. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, hasBegun: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
    socket.destroy();
    return;
  }
  const { status, message } = refusals[error.code ?? ''] ?? { status: 400, message: 'The request is malformed.' };
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const refusals: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The header fields are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};

/**
 * Sets `Connection: close` on the last response of each connection of a stopping server, so that clients send no more.
 * Of several pipelined responses only the last may have it: Node closes the connection after the first that does.
 */
class ConnectionCloser {
  readonly #closing = new Set<ServerResponse>();

  /** `open` are the unfinished responses, oldest first. */
  tell(open: Iterable<ServerResponse>): void {
    const last = new Map<object, ServerResponse>();
    for (const response of open) {
      const { socket } = response.req;
      const before = last.get(socket);
      // It got the header before the server read the next request.
      if (before !== undefined && this.#closing.delete(before) && !before.headersSent)
        before.removeHeader('connection');
      last.set(socket, response);
    }
    for (const response of last.values()) {
      if (response.headersSent) continue;
      response.setHeader('connection', 'close');
      this.#closing.add(response);
    }
  }
}

/**
 * Handles Node's `timeout` event of an idle connection. After a suspension, timers fire before sockets are read, and a
 * request that arrived meanwhile would be lost. So it closes only if the next read brings nothing.
 */
function handleIdleTimeout(open: Iterable<ServerResponse>, socket: Socket): void {
  for (const response of open) {
    if (response.socket !== socket) continue;
    // An extension may listen to this time-out. Without its listener, the gateway closes the connection as Node does.
    if (response.listenerCount('timeout') === 0 && response.req.listenerCount('timeout') === 0) socket.destroy();
    return;
  }
  const { bytesRead } = socket;
  // After the event loop has read its sockets.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
