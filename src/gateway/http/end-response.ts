import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcesBody } from './read-body.ts';
import type { FieldList } from './response-head.ts';

/** How much of a refused body is still taken in, so that the client gets to read the answer. */
const drainMs = 2_000;
const drainBytes = 4 * 1024 * 1024;

/** The largest body in bytes that is read to its end and thrown away, so that the connection can be used again. */
const smallBody = 16_384;

/**
 * Sends the whole answer at once. When the client is still sending a long body that the gateway does not read, the connection is
 * closed, but not before the rest has been read and thrown away for a while: closing a socket with unread bytes in it makes
 * the system reset the connection, and the client would see that instead of the answer.
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

/** The head of an answer that is sent in one piece. */
export interface ResponseHead {
  readonly status: number;
  readonly fields: FieldList;
  /** Fit for a header field. */
  readonly requestId: string;
}

/** The same, with a head. */
export function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { status, fields, requestId }: ResponseHead,
  body: string,
): void {
  const drains = isSending(request);
  if (drains) response.setHeader('connection', 'close');
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, [...fields, 'x-request-id', requestId, 'content-length', length]);
  if (drains) endDrained(request, response, body);
  else response.end(body);
}

/** Whether the client sends a body that the connection would have to wait for. */
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
  let left = drainBytes;
  const timer = setTimeout(() => stop(), drainMs);
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('close', stop).off('end', stop);
    // Ends the connection too: the answer says `Connection: close`.
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left <= 0) stop();
  };
  request.on('data', onData).once('end', stop).once('close', stop).resume();
}
