import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../base/request-error.ts';

/**
 * The client's own bytes, at most `limit` of them; undefined when it sent none. Refuses before reading where the headers
 * already tell: 413 for a declared length over the limit, 415 for a compressed body (bodies are never inflated). A chunked
 * body is counted. What a refused client still sends is left to `end-response.ts`. A client that hangs up meanwhile makes
 * this reject with CLIENT_GONE, which nobody logs as an error. What is there already needs no promise.
 */
export function readBody(request: IncomingMessage, limit: number): Buffer | undefined | Promise<Buffer | undefined> {
  if (!announcesBody(request)) return undefined;
  refuseEncodings(request);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);

  const body = arrived(request, limit);
  if (body !== undefined) return body;
  return collect(request, limit).then((collected) => (collected.length === 0 ? undefined : collected));
}

/** Whether the client says that a body comes. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

function refuseEncodings({ headers }: IncomingMessage): void {
  const content = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (content !== 'identity' && content !== '') {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, 'Compressed bodies are not accepted.', {
      'accept-encoding': 'identity',
    });
  }
  // `Transfer-Encoding: gzip, chunked` is a compressed body under another name.
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, 'No transfer encoding but chunked is accepted.');
  }
}

/** A small body mostly comes with the headers, and is there before anybody reads it: then nobody has to wait for events. */
function arrived(request: IncomingMessage, limit: number): Buffer | undefined {
  const { complete, headers, readableLength } = request;
  // Node says that a message is complete only after the first of those who wait for it have had their turn.
  const isWhole = complete || readableLength === Number(headers['content-length']);
  if (!isWhole || readableLength === 0) return undefined;
  if (readableLength > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  // Newer Nodes give one chunk at a time, older ones all of them at once.
  for (let chunk: unknown = request.read(); chunk instanceof Buffer; chunk = request.read()) chunks.push(chunk);
  // There is nothing left but the end, which nobody would be told as long as nobody reads.
  request.resume();
  return join(chunks);
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= limit) return;
      // Paused, not destroyed: the answer has to go out over the same socket first.
      request.pause();
      settle(() => reject(tooLarge(limit)));
    };
    const onEnd = (): void => settle(() => resolve(join(chunks)));
    const onGone = (): void => settle(() => reject(clientGone()));
    // Without an 'error' listener a broken connection shows as 'close' alone, which is all that is needed here.
    request.on('data', onData).once('end', onEnd).once('close', onGone);
    if (request.destroyed && !request.readableEnded) onGone();
  });
}

function join(chunks: readonly Buffer[]): Buffer {
  const [first, ...others] = chunks;
  return first !== undefined && others.length === 0 ? first : Buffer.concat(chunks);
}

/** What waits for a client rejects with this when the client leaves. */
export function clientGone(): RequestError {
  return new RequestError('CLIENT_GONE', 499, 'The client hung up.');
}

function tooLarge(limit: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', 413, `The body is larger than ${limit} bytes.`);
}
