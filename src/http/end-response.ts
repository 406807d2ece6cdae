import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcesBody } from './read-body.ts';
import type { FieldList } from './response-head.ts';

/**
 * How long, and how many bytes of, a refused body the gateway still reads, so that the client can read the answer.
 */
const drainMs = 2_000;
const drainBytes = 4 * 1024 * 1024;

/** The largest body in bytes that Node reads and discards to keep the connection open. */
const smallBody = 16_384;

/**
 * Sends the whole answer at once. The client may still be sending a long body that the gateway does not need. Then
 * the gateway announces that it closes the connection, and first reads and discards the body for a while. If it
 * closed a socket with unread bytes, the operating system would reset the connection, and the client would lose the
 * answer.
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

export interface ResponseHead {
  readonly status: number;
  readonly fields: FieldList;
  /** A valid header value. */
  readonly requestId: string;
}

/** Like {@link endResponse}, with status and headers. */
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
  let left = drainBytes;
  const timer = setTimeout(() => stop(), drainMs);
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('close', stop).off('end', stop);
    // This also ends the connection, since the response has `Connection: close`.
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left <= 0) stop();
  };
  request.on('data', onData).once('end', stop).once('close', stop).resume();
}
