import type { IncomingMessage, ServerResponse } from 'node:http';
import { asError } from '#base';
import {
  type AcceptedEncoding,
  encodeLater,
  encodeNow,
  encodeOnce,
  encodingFor,
  mostBytesAtOnce,
} from './content-encoding.ts';
import { announcesBody } from './read-body.ts';

/** How long, and how many bytes of, a refused body the gateway still reads, so that the client can read the answer. */
const drainMs = 2_000;
const drainBytes = 4 * 1024 * 1024;

/** The largest body in bytes that Node reads and discards to keep the connection open. */
const smallBody = 16_384;

/**
 * Sends the whole answer at once. The client may still be sending a long body that the gateway does not need. Then the
 * gateway announces that it closes the connection, and first reads and discards the body for a while. If it closed a
 * socket with unread bytes, the operating system would reset the connection, and the client would lose the answer.
 */
export function endResponse(request: IncomingMessage, response: ServerResponse, body: Buffer | string): void {
  if (response.headersSent || !isSending(request)) {
    response.end(body);
    return;
  }
  if (!response.hasHeader('content-length')) response.setHeader('content-length', Buffer.byteLength(body));
  response.setHeader('connection', 'close');
  endDrained(request, response, body);
}

/** Like {@link endResponse}, with status and content type. */
export function endTyped(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type }: { readonly status: number; readonly type: string },
  body: string,
): void {
  response.statusCode = status;
  response.setHeader('content-type', type);
  endResponse(request, response, body);
}

export interface ResponseHead {
  readonly status: number;
  readonly fields: FieldList;
  /** A valid header value. */
  readonly requestId: string;
  /** How the client wants the body. Undefined: it is sent as it is. */
  readonly encoding?: AcceptedEncoding | undefined;
  /** A hash of the body, if many clients get the same one. */
  readonly hash?: string | undefined;
}

/** Like {@link endResponse}, with status and headers. Compresses a long body, and one that sets no cookie. */
export function sendWhole(request: IncomingMessage, response: ServerResponse, head: ResponseHead, body: string): void {
  const { encoding: accepted, hash } = head;
  const encoding = accepted && encodingFor(accepted, body.length);
  if (encoding === undefined || response.hasHeader('set-cookie')) {
    sendBytes(request, response, head, body);
    return;
  }
  const encoded = { ...head, fields: [...head.fields, 'content-encoding', encoding] };
  if (hash !== undefined) sendBytes(request, response, encoded, encodeOnce(encoding, body, hash));
  else if (body.length <= mostBytesAtOnce) sendBytes(request, response, encoded, encodeNow(encoding, body));
  else {
    encodeLater(encoding, body).then(
      (bytes) => {
        if (!response.destroyed && !response.headersSent) sendBytes(request, response, encoded, bytes);
      },
      (error: unknown) => response.destroy(asError(error)),
    );
  }
}

function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { status, fields, requestId }: ResponseHead,
  body: string | Buffer,
): void {
  const drains = isSending(request);
  if (drains) response.setHeader('connection', 'close');
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, [...fields, 'x-request-id', requestId, 'content-length', length]);
  if (drains) endDrained(request, response, body);
  else response.end(body);
}

/** Whether the client still sends a body that is too long to wait for. */
function isSending(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed || !announcesBody(request)) return false;
  const { 'content-length': length, 'transfer-encoding': transfer, expect } = request.headers;
  // A client that waits for "100 Continue" may never send its body.
  return transfer !== undefined || expect !== undefined || Number(length) > smallBody;
}

function endDrained(request: IncomingMessage, response: ServerResponse, body: Buffer | string): void {
  response.flushHeaders();
  response.write(body);
  drain(request, response);
}

function drain(request: IncomingMessage, response: ServerResponse): void {
  let remaining = drainBytes;
  const timer = setTimeout(() => stop(), drainMs);
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('close', stop).off('end', stop);
    // This also ends the connection, since the response has `Connection: close`.
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    remaining -= chunk.length;
    if (remaining <= 0) stop();
  };
  request.on('data', onData).once('end', stop).once('close', stop).resume();
}

/** Headers as a flat list: names in lower case, alternating with values. */
export type FieldList = readonly string[];

/** Merges lists of headers. Of several headers with the same name, the last wins. */
export function mergeFields(...lists: readonly FieldList[]): FieldList {
  const merged = new Map<string, string>();
  for (const fields of lists)
    for (let at = 0; at < fields.length; at += 2) merged.set(fields[at] ?? '', fields[at + 1] ?? '');
  return [...merged].flat();
}

/** Merged lists, by the gateway's list, then by the response's list. Both are few. */
const shared = new WeakMap<FieldList, Map<FieldList, FieldList>>();

/** Merges two lists that many responses share, and caches the result. */
export function mergeShared(common: FieldList, own: FieldList): FieldList {
  const known = shared.get(common) ?? new Map<FieldList, FieldList>();
  shared.set(common, known);
  const merged = known.get(own) ?? mergeFields(common, own);
  known.set(own, merged);
  return merged;
}

/** The generation of the gateway that answered: set in development, or with `server.debugHeaders`. */
export const generationHeader = 'x-stoa-generation';

/**
 * Headers that the gateway owns. They stay when another answer replaces one that a handler began. A stopping server
 * sets `connection` to refuse further requests.
 */
const gatewayHeaders: ReadonlySet<string> = new Set(['x-request-id', 'connection', generationHeader]);

/** Removes headers that a handler set before it failed, such as a cookie or a type. */
export function resetHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (!gatewayHeaders.has(name)) response.removeHeader(name);
}

/** The message for an unexpected error: it names the request id. Only development and the log show the cause. */
export function maskedMessage(requestId: string, cause: string | undefined): string {
  const masked = `Internal server error (request ${requestId}).`;
  return cause === undefined ? masked : `${masked} ${cause}`;
}
