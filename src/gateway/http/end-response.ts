import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnswerHead, setFields, writeAnswerHead } from '../../base/answer-head.ts';

/** How much of a refused body is still taken in, so that the client gets to read the answer. */
const drainMs = 2_000;
const drainBytes = 4 * 1024 * 1024;

/**
 * Sends the whole answer at once. When the client is still sending a body that nobody wants, the connection is closed, but
 * not before the rest has been read and thrown away for a while: closing a socket with unread bytes in it makes the system
 * reset the connection, and the client would see that instead of the answer.
 */
export function endResponse(request: IncomingMessage, response: ServerResponse, body: Buffer | string): void {
  if (request.complete || request.destroyed || response.headersSent) {
    response.end(body);
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!response.hasHeader('content-length')) response.setHeader('content-length', bytes.length);
  response.setHeader('connection', 'close');
  response.flushHeaders();
  response.write(bytes);
  drain(request, response);
}

/** The same, with a head. */
export function sendWhole(request: IncomingMessage, response: ServerResponse, head: AnswerHead, body: string): void {
  if (request.complete || request.destroyed) {
    writeAnswerHead(response, head);
    response.end(body);
    return;
  }
  response.statusCode = head.status;
  setFields(response, head);
  endResponse(request, response, body);
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
