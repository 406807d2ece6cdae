import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { badInput, isObject, RequestError } from '#base';

/**
 * Reads the raw body, at most `limit` bytes; undefined when there is none. Returns without a promise when the body
 * has arrived. Throws RequestError, or rejects with it: PAYLOAD_TOO_LARGE 413, UNSUPPORTED_MEDIA_TYPE 415 for a
 * compressed body (the gateway never inflates), CLIENT_GONE 499 when the client disconnects. `endResponse` handles
 * the rest of a refused body.
 */
export function readBody(request: IncomingMessage, limit: number): Buffer | undefined | Promise<Buffer | undefined> {
  if (!announcesBody(request)) return undefined;
  if (readBefore.has(request)) return readBefore.get(request);
  refuseEncodings(request);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);

  const body = arrived(request, limit);
  if (body !== undefined) return body;
  return collect(request, limit).then((collected) => (collected.length === 0 ? undefined : collected));
}

const readBefore = new WeakMap<IncomingMessage, Buffer | undefined>();

/** Reads a body to check a signature in it. `readBody` then returns it again. */
export async function readAhead(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const body = await readBody(request, limit);
  readBefore.set(request, body);
  return body;
}

/** A body of at most this many bytes is read whole, since it has mostly arrived with its head. */
const smallBody = 65_536;

/**
 * A long body while it arrives, at most `limit` bytes; undefined for one of at most `least` bytes, which `readBody`
 * reads. Throws like `readBody`. The stream fails with RequestError PAYLOAD_TOO_LARGE 413 or CLIENT_GONE 499. The
 * request itself stays open, since the answer needs its connection.
 */
export function streamBody(request: IncomingMessage, limit: number, least: number = smallBody): Readable | undefined {
  if (!announcesBody(request)) return undefined;
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) <= least) return undefined;
  refuseEncodings(request);
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  return Readable.from(countedChunks(request, limit), { objectMode: false });
}

async function* countedChunks(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  // An iterator does not say so itself, and a client may wait for "100 Continue".
  request.emit('resume');
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw request.destroyed ? clientDisconnected() : error;
  }
}

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
  // `Transfer-Encoding: gzip, chunked` is also a compressed body.
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, 'No transfer encoding but chunked is accepted.');
  }
}

/** The body, if it has arrived: a small one mostly comes with the headers. Then no event listener is needed. */
function arrived(request: IncomingMessage, limit: number): Buffer | undefined {
  const { complete, headers, readableLength } = request;
  // Node sets `complete` too late for the first listeners of a message.
  const isWhole = complete || readableLength === Number(headers['content-length']);
  if (!isWhole || readableLength === 0) return undefined;
  if (readableLength > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  // Newer Node versions return one chunk at a time, older ones return all at once.
  for (let chunk: unknown = request.read(); chunk instanceof Buffer; chunk = request.read()) chunks.push(chunk);
  // Only the end remains. Without a reader, Node would not emit 'end'.
  request.resume();
  return joinChunks(chunks);
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
      // Paused, not destroyed: the answer still needs the socket.
      request.pause();
      settle(() => reject(tooLarge(limit)));
    };
    const onEnd = (): void => settle(() => resolve(joinChunks(chunks)));
    const onGone = (): void => settle(() => reject(clientDisconnected()));
    // Without an 'error' listener, a broken connection emits only 'close', which is enough here.
    request.on('data', onData).once('end', onEnd).once('close', onGone);
    if (request.destroyed && !request.readableEnded) onGone();
  });
}

export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first, ...others] = chunks;
  return first !== undefined && others.length === 0 ? first : Buffer.concat(chunks);
}

/** The error of work that waits for a client that disconnected. */
export function clientDisconnected(): RequestError {
  return new RequestError('CLIENT_GONE', 499, 'The client hung up.');
}

function tooLarge(limit: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', 413, `The body is larger than ${limit} bytes.`);
}

/** Decodes a body, without a byte order mark. Throws RequestError BAD_USER_INPUT 400 for malformed UTF-8. */
export function decodeBody(body: Buffer): string {
  if (!isUtf8(body)) throw badInput('The body is not well-formed UTF-8.');
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return hasMark ? body.toString('utf8', 3) : body.toString('utf8');
}

/** Deeper than any real body, yet no recursive function of an extension overflows the stack. */
const maxDepth = 200;

/**
 * Throws RequestError BAD_USER_INPUT 400 for well-formed JSON that harms careless code: too many levels, `__proto__`
 * and `constructor.prototype`. It searches the text first, which clears nearly all bodies without a walk.
 */
export function requireSafeJson(value: unknown, text: string, what = 'The body'): void {
  if (isPlainlyHarmless(text)) return;
  walk(value, what, 0);
}

// An escape can hide any character.
const suspicious = /__proto__|constructor|\\u/;

function isPlainlyHarmless(text: string): boolean {
  if (suspicious.test(text)) return false;
  // Each level takes two characters.
  if (text.length <= 2 * maxDepth) return true;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // { or [
    if ((code === 0x7b || code === 0x5b) && ++opened > maxDepth) return false;
  }
  return true;
}

function walk(value: unknown, what: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw badInput(`${what} is nested deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, what, depth + 1);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) throw badInput(`${what} has a key "__proto__", which is not accepted.`);
  if (
    Object.hasOwn(value, 'constructor') &&
    isObject(value.constructor) &&
    Object.hasOwn(value.constructor, 'prototype')
  ) {
    throw badInput(`${what} has a key "constructor.prototype", which is not accepted.`);
  }
  for (const entry of Object.values(value)) walk(entry, what, depth + 1);
}
