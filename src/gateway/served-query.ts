import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { badInput, type ExtensionId, errorMessage, isObject, parseKnown, RequestError } from '#base';
import type { FileSource } from '#extension-api';
import { type FileStore, streamOfUpload } from '#files';
import {
  decodeBody,
  endTyped,
  InnerScope,
  newRequestId,
  openScope,
  readBody,
  type ScopeParts,
  takeLocale,
} from '#http';
import { bodyDigest, type FilesCall, isFilesCall, type Ticket, toPlainError, UsedNonces, wire } from '#placement';
import type { CurrentGateway } from './current-gateway.ts';
import type { Gateway } from './gateway.ts';
import { ticketsOf } from './select-start.ts';

/** The most bytes of a query with its variables. */
const bodyLimit = 16 * 1024 * 1024;

/** Answers what an extension outside this process asks. */
export function handleServedCall(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handle = request.url === wire.paths.files ? handleServedFiles : handleServedQuery;
  return handle(gateway, request, response);
}

/** Answers `context.query` of an extension outside this process. Without a valid ticket, as for an unknown path. */
async function handleServedQuery(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // 1. Identify: which extension asks, and for which caller?
  const { ticket, isHanded, bodyHash } = identifyServed(gateway, request); // throws 404
  if (!isHanded && bodyHash === undefined) throw unknownPath(request);
  const body = await readBody(request, bodyLimit); // throws 413
  if (bodyHash !== undefined && bodyDigest(body ?? '') !== bodyHash) throw unknownPath(request);
  const requestId = newRequestId(request);
  takeLocale(request, gateway.config.shop.locales, ticket.locale);
  const { timeoutMs } = gateway.config.server.limits;
  const scope = openScope(scopePartsOf(gateway, ticket), ticket.caller, { request, response, requestId, timeoutMs });
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

/**
 * Answers `context.files` of an extension outside this process: its files are the gateway's. The body is the content
 * of a file, in either direction. Without a valid ticket, the answer is that of an unknown path.
 */
async function handleServedFiles(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // 1. Identify: which extension asks? The signature covers what it wants, and not the content.
  const text = String(request.headers[wire.fields.files] ?? '');
  const { ticket, isHanded, nonce } = identifyServed(gateway, request, text); // throws 404
  if (!isHanded) {
    if (nonce === undefined) throw unknownPath(request);
    usedNonces.use(nonce); // throws 401
  }
  const call = parseKnown(text, isFilesCall);
  const { timeoutMs } = gateway.config.server.limits;
  const arriving = call !== undefined && hasContent(call) ? request : undefined;
  const exchange = { request, response, requestId: newRequestId(request), timeoutMs, arriving };
  const scope = openScope(scopePartsOf(gateway, ticket), ticket.caller, exchange);
  try {
    // 2. Validate.
    if (call === undefined) throw badInput(`The field "${wire.fields.files}" is missing or malformed.`);

    // 3. Do: the same as context.files within this process.
    await scope.within(
      answerFiles(gateway.files, { call, extension: ticket.extension, signal: scope.signal }, request, response),
    );
  } catch (error) {
    if (response.headersSent) response.destroy();
    if (response.destroyed) return;
    endTyped(request, response, { status: 500, type: wire.types.error }, JSON.stringify(toPlainError(error)));
  } finally {
    scope.close();
  }
}

/** The extension at the other end of a connection that the gateway has handed to a process: it needs no signature. */
const handed = new WeakMap<Socket, ExtensionId>();

/** Of signed questions. They outlive a reload, after which a recorded question would be new again. */
const usedNonces = new UsedNonces();

interface ServedCaller {
  readonly ticket: Ticket;
  /** Whether the extension has the connection. Else it has signed the request. */
  readonly isHanded: boolean;
  /** Of a signed request: what its body must have. Undefined for a streamed body. */
  readonly bodyHash: string | undefined;
  readonly nonce: string | undefined;
}

/**
 * Which extension asks, and for which caller. A ticket alone opens nothing: its extension must have signed the request,
 * or have the connection. `signed` is what the signature covers besides the ticket. Throws RequestError 404.
 */
function identifyServed(gateway: Gateway, request: IncomingMessage, signed = ''): ServedCaller {
  const { [wire.fields.ticket]: text, [wire.fields.signature]: signature } = request.headers;
  if (request.method !== 'POST' || typeof text !== 'string') throw unknownPath(request);
  const ticket = ticketsOf(gateway.config).read(text);
  if (ticket === undefined) throw unknownPath(request);
  const own = handed.get(request.socket);
  if (own === ticket.extension) return { ticket, isHanded: true, bodyHash: undefined, nonce: undefined };
  const running = gateway.extensions.get(ticket.extension)?.running;
  if (own !== undefined || typeof signature !== 'string') throw unknownPath(request);
  const checked = running?.checkQuery?.({ method: 'POST', url: request.url ?? '', call: text + signed, signature });
  if (checked?.kind !== 'valid') throw unknownPath(request);
  return { ticket, isHanded: false, bodyHash: checked.bodyHash, nonce: checked.nonce };
}

/** The client is that of the call, and not the extension that asks. */
function scopePartsOf({ logger, clocks, edge }: Gateway, { address, visitor }: Ticket): ScopeParts {
  const visitorOf = (): string | null => visitor ?? null;
  if (address === undefined) return { logger, clocks, edge, visitorOf };
  return { logger, clocks, visitorOf, edge: { clientOf: (request) => ({ ...edge.clientOf(request), address }) } };
}

function unknownPath({ method, url = '' }: IncomingMessage): RequestError {
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
      await handleServedCall(lease.gateway, request, response);
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

interface Asked {
  readonly call: FilesCall;
  readonly extension: ExtensionId;
  readonly signal: AbortSignal;
}

/** Does what a served extension wants of its files. The body of the request, or of the answer, is a file's content. */
async function answerFiles(
  store: FileStore,
  { call, extension, signal }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const files = store.of(extension, signal);
  const sourceOf = (upload: string | undefined): FileSource =>
    upload === undefined
      ? request.iterator({ destroyOnReturn: false })
      : { stream: () => streamOfUpload(store, extension, upload) };
  const sendJson = (value: unknown): void =>
    endTyped(request, response, { status: 200, type: 'application/json' }, JSON.stringify(value));
  switch (call.op) {
    case 'put':
      return sendJson(await files.put(sourceOf(call.upload), call.options));
    case 'putPicture':
      return sendJson(await files.putPicture(sourceOf(call.upload), call.options));
    case 'delete':
      await files.delete(call.id);
      return sendJson({});
    case 'read':
      return await pipeline(await files.read(call.id), response);
    case 'upload':
      return await pipeline(streamOfUpload(store, extension, call.upload), response);
  }
}

/** Whether the request has the content of a file. */
function hasContent(call: FilesCall): boolean {
  return (call.op === 'put' || call.op === 'putPicture') && call.upload === undefined;
}
