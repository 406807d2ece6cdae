import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CurrentGateway } from '../gateway/current-gateway.ts';
import { answerClientError } from './client-error.ts';
import { CountedResponse } from './counted-response.ts';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import { listen } from './listen.ts';
import { OpenRequests } from './open-requests.ts';
import { stop } from './stop.ts';

export interface ServerParts {
  readonly current: CurrentGateway;
  readonly handlers: RequestHandlers;
  /** How long slow and idle clients are put up with; the defaults are for production. */
  readonly patience?: Partial<Patience>;
}

/** Milliseconds, by the names that node:http gives them. */
export interface Patience {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** A server that listens. */
export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests under way finish for `drainMs` milliseconds, then cuts them off; 0 does so at once, later too. */
  close(options: { readonly drainMs: number }): Promise<void>;
}

// Node's own are 60 s and 300 s, which lets a few slow clients hold many connections; and it looks only every 30 s.
const defaultPatience: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** Listens on gateway.yaml's host and port. Throws StartupError PORT_IN_USE or PORT_REFUSED. */
export async function startServer({ current, handlers, patience }: ServerParts): Promise<RunningServer> {
  const { config, logger } = current.gateway;
  const open = new OpenRequests(current);
  let closing: Promise<void> | undefined;

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const gateway = open.begin(response);
    if (closing !== undefined) response.setHeader('connection', 'close');
    response.on('close', () => {
      open.end(response);
      endUnfinished(response);
      if (closing !== undefined) server.closeIdleConnections();
    });
    void dispatch({ gateway, handlers }, request, response);
  };
  // Missing and doubled Host headers are answered by dispatch, in the shape of every other error.
  const server = createServer(
    { ...defaultPatience, ...patience, requireHostHeader: false, ServerResponse: CountedResponse },
    onRequest,
  );
  // Without this listener Node asks for every announced body; with it, a body is asked for when somebody starts to read it.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    onRequest(request, response);
  });
  // Other expectations are allowed to be ignored; Node's own 417 would have no error in it.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    answerClientError(new Error('CONNECT is for proxies'), socket, false);
  });
  server.on('clientError', (error, socket: Duplex) => {
    const hasBegun = [...open].some((response) => response.socket === socket && response.headersSent);
    answerClientError(error, socket, hasBegun);
  });

  const address = await listen(server, config);
  server.on('error', (err) => logger.error('server failed', { err }));
  const close: RunningServer['close'] = ({ drainMs }) => {
    closing ??= stop(server, drainMs);
    // An event stream has no end of its own; its reader comes back by itself.
    for (const response of open) if (isEventStream(response)) response.end();
    if (drainMs === 0) server.closeAllConnections();
    return closing;
  };
  return { ...address, close, [Symbol.asyncDispose]: () => close({ drainMs: 0 }) };
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

// A pipelined response waits for its turn without a socket. Destroyed meanwhile, Node forgets it, and the connection hangs.
function endUnfinished(response: ServerResponse): void {
  if (response.writableFinished) return;
  if (response.socket === null) response.once('socket', (socket) => socket.destroy());
  else response.socket.destroy();
}
