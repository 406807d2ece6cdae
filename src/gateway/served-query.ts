import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { badInput, type ExtensionId, errorMessage, isObject, RequestError } from '#base';
import { decodeBody, endTyped, InnerScope, newRequestId, openScope, readBody, type ScopeParts, setLocale } from '#http';
import { bodyDigest, type Ticket, toPlainError, UsedNonces, wire } from '#placement';
import type { CurrentGateway } from './current-gateway.ts';
import type { Gateway } from './gateway.ts';
import { ticketsOf } from './select-start.ts';

/** The most bytes of a query with its variables. */
const bodyLimit = 16 * 1024 * 1024;

/** The extension at the other end of a connection that the gateway has handed to a process: it needs no signature. */
const handed = new WeakMap<Socket, ExtensionId>();

/** Of signed questions. They outlive a reload, after which a recorded question would be new again. */
const usedNonces = new UsedNonces();

/**
 * Answers `context.query` of an extension outside this process. Without a valid ticket, the answer is that of an
 * unknown path.
 */
export async function handleServedQuery(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // 1. Identify: which extension asks, and for which caller?
  const { ticket, bodyHash } = identify(gateway, request); // throws 404
  const body = await readBody(request, bodyLimit); // throws 413
  if (bodyHash !== undefined && bodyDigest(body ?? '') !== bodyHash) throw unknown(request);
  const requestId = newRequestId(request);
  setLocale(request, ticket.locale, gateway.config.shop.locales);
  const { timeoutMs } = gateway.config.server.limits;
  const scope = openScope(partsOf(gateway, ticket), ticket.caller, { request, response, requestId, timeoutMs });
  try {
    // 2. Validate.
    const { query, variables, nonce } = readQuestion(body); // throws 400
    if (bodyHash !== undefined && nonce !== undefined) usedNonces.use(nonce); // throws 401

    // 3. Do: the same as context.query within this process.
    const context = gateway.contextOf(ticket.extension, new InnerScope(scope, ticket.depth));
    const result = await scope.within(context.query(query, variables)); // throws 504
    if (response.destroyed) return;
    endTyped(request, response, { status: 200, type: 'application/json' }, JSON.stringify(result));
  } catch (error) {
    if (response.destroyed) return;
    endTyped(request, response, { status: 500, type: wire.types.error }, JSON.stringify(toPlainError(error)));
  } finally {
    scope.close();
  }
}

/** The client is that of the call, and not the extension that asks. */
function partsOf({ logger, clocks, edge }: Gateway, { address, visitor }: Ticket): ScopeParts {
  const visitorOf = (): string | null => visitor ?? null;
  if (address === undefined) return { logger, clocks, edge, visitorOf };
  return { logger, clocks, visitorOf, edge: { clientOf: (request) => ({ ...edge.clientOf(request), address }) } };
}

/**
 * A ticket alone opens nothing: its extension must have signed the request, or have the connection. The body of a
 * signed request must have the hash.
 */
function identify(gateway: Gateway, request: IncomingMessage) {
  const { [wire.fields.ticket]: text, [wire.fields.signature]: signature } = request.headers;
  if (request.method !== 'POST' || typeof text !== 'string') throw unknown(request);
  const ticket = ticketsOf(gateway.config).read(text);
  if (ticket === undefined) throw unknown(request);
  const own = handed.get(request.socket);
  if (own === ticket.extension) return { ticket, bodyHash: undefined };
  const running = gateway.extensions.get(ticket.extension)?.running;
  if (own !== undefined || typeof signature !== 'string') throw unknown(request);
  const checked = running?.checkQuery?.({ method: 'POST', url: wire.paths.query, call: text, signature });
  if (checked?.kind !== 'valid' || checked.bodyHash === undefined) throw unknown(request);
  return { ticket, bodyHash: checked.bodyHash };
}

function unknown({ method, url = '' }: IncomingMessage): RequestError {
  return new RequestError('NOT_FOUND', 404, `There is no route ${method} ${url.split('?', 1)[0]}.`);
}

function readQuestion(body: Buffer | undefined) {
  const value: unknown = body === undefined ? undefined : JSON.parse(decodeBody(body));
  const { query, variables, nonce } = isObject(value) ? value : {};
  if (typeof query !== 'string') throw badInput('The body has no "query".');
  return {
    query,
    variables: isObject(variables) ? variables : undefined,
    nonce: typeof nonce === 'string' ? nonce : undefined,
  };
}

/**
 * Answers `context.query` of extensions in processes of their own. It listens nowhere: its connections are socket
 * pairs, whose other ends the gateway has handed to the processes.
 */
export class QuestionServer {
  readonly #server = createServer(
    // The process keeps its connections until it ends. It is the gateway's own child, so time limits add nothing.
    { keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false },
    (request, response) => void this.#answer(request, response),
  );
  #current: CurrentGateway | undefined;

  /** Answers by the gateway that serves. Before the first call, an answer is 503. */
  serve(current: CurrentGateway): void {
    this.#current = current;
  }

  /** Answers what the extension at the other end of the connection asks. */
  accept(socket: Socket, extension: ExtensionId): void {
    handed.set(socket, extension);
    this.#server.emit('connection', socket);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lease = this.#current?.lease();
    try {
      if (lease === undefined) throw new RequestError('UNAVAILABLE', 503, 'The gateway is starting.');
      await handleServedQuery(lease.gateway, request, response);
    } catch (error) {
      const status = error instanceof RequestError ? error.status : 500;
      if (status === 500) lease?.gateway.logger.error('question failed', { err: error });
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(status === 500 ? 'The gateway failed.\n' : `${errorMessage(error)}\n`);
    } finally {
      lease?.release();
    }
  }
}
