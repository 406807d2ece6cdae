import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { EndpointManifest } from '../../../src/extensions/manifest.ts';
import type { ExchangeHead } from '../../../src/placement/call-head.ts';
import type { Subapp } from '../../../src/rest/sub-app/build-subapp.ts';
import type { RemoteAnswer } from '../../../src/rest/sub-app/rest-exchange.ts';
import { type AskGateway, sessionOf, type ThreadContext } from './thread-context.ts';

export interface RestCall {
  readonly endpoint: EndpointManifest;
  readonly head: ExchangeHead;
  readonly body: Uint8Array | undefined;
  readonly context: ThreadContext;
  readonly ask: AskGateway;
}

export interface HeadAndBody {
  readonly head: RemoteAnswer['head'];
  readonly body: ReadableStream;
}

/**
 * Answers REST calls behind Node's own server: a handler gets a real request and a real response, and HTTP is what
 * crosses.
 */
export function createRest(subapp: Subapp): (call: RestCall) => Promise<HeadAndBody> {
  const handlers = new Map<Duplex, (request: IncomingMessage, response: ServerResponse) => void>();
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 1 << 20 }, (request, response) =>
    handlers.get(request.socket)?.(request, response),
  );

  return ({ endpoint, head, body, context, ask }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      const close = (): void => {
        handlers.delete(far);
        near.destroy();
        far.destroy();
      };
      let incoming: IncomingMessage | undefined;
      handlers.set(far, (request, response) => {
        const { params, query, client } = head;
        const session = sessionOf(ask, () => response.headersSent);
        const own = body === undefined ? undefined : Buffer.from(body);
        response.on('close', () => handlers.delete(far));
        subapp
          .handle({ endpoint, params, query, body: own, context, session, client, request, response })
          .catch((error: Error) => {
            reject(error);
            incoming?.destroy(error);
            close();
          });
      });
      server.emit('connection', far);
      const asking = httpRequest({
        createConnection: () => near,
        method: head.method,
        path: head.url,
        headers: [...head.headers],
        setDefaultHeaders: false,
      });
      asking.on('error', reject);
      asking.on('response', (message) => {
        incoming = message;
        const { statusCode: status = 0, statusMessage: statusText, rawHeaders } = message;
        resolve({ head: { status, statusText, headers: rawHeaders }, body: Readable.toWeb(message) });
      });
      asking.end(body);
      context.signal.addEventListener('abort', close, { once: true });
    });
}
