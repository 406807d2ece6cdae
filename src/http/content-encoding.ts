import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { asError } from '#base';

/** A content encoding that the gateway makes. */
type ContentEncoding = 'br' | 'gzip';

/** How a client wants an answer. */
export interface AcceptedEncoding {
  readonly name: ContentEncoding | 'identity';
  /** Whether the client refuses an answer without an encoding (`identity;q=0`). */
  readonly isRequired: boolean;
}

/** Clients send few different values. */
const negotiated = new LRUCache<string, AcceptedEncoding>({ max: 100, memoMethod: negotiate });

/** What an `Accept-Encoding` header likes best (RFC 9110, section 12.5.3), brotli among equals, or else `identity`. */
export const acceptedEncoding = (header: string): AcceptedEncoding => negotiated.memo(header);

function negotiate(header: string): AcceptedEncoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best, ...others] = negotiator.encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  const name = best === 'br' || best === 'gzip' ? best : 'identity';
  return { name, isRequired: name !== 'identity' && !others.includes('identity') };
}

/** The fewest bytes of an answer that is compressed. Below, a packet is saved at best. */
const fewestBytes = 1024;

/** Longer answers are compressed on another thread. Up to here that costs more than it saves. */
export const mostBytesAtOnce = 65_536;

/** The encoding for a body of this length; undefined: it is sent as it is. */
export function encodingFor(accepted: AcceptedEncoding | undefined, bytes: number): ContentEncoding | undefined {
  if (accepted === undefined || accepted.name === 'identity') return undefined;
  return bytes >= fewestBytes || (accepted.isRequired && bytes > 0) ? accepted.name : undefined;
}

// The cheapest settings whose result is nearly as small as that of the next ones.
const quick: { readonly br: BrotliOptions; readonly gzip: ZlibOptions } = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  gzip: { level: 1 },
};

/** Compresses an answer at once. */
export function encodeNow(name: ContentEncoding, body: string | Uint8Array): Buffer {
  return name === 'br' ? brotliCompressSync(body, quick.br) : gzipSync(body, quick.gzip);
}

/** Compresses an answer on another thread. */
export function encodeLater(name: ContentEncoding, body: string | Uint8Array): Promise<Buffer> {
  return name === 'br' ? brotliLater(body, quick.br) : gzipLater(body, quick.gzip);
}

const brotliLater = promisify<string | Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipLater = promisify<string | Uint8Array, ZlibOptions, Buffer>(gzip);

/** A stream that compresses on another thread. */
export function createEncoder(name: ContentEncoding): Transform {
  return name === 'br' ? createBrotliCompress(quick.br) : createGzip(quick.gzip);
}

/** Compressed pages by hash and encoding: guests see the same ones. */
const pages = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length + 100,
});

/** Like {@link encodeNow}, once for each `hash` of a body. */
export function encodeOnce(name: ContentEncoding, body: string, hash: string): Buffer {
  const key = `${name} ${hash}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const encoded = encodeNow(name, body);
  pages.set(key, encoded);
  return encoded;
}

// For a file that is compressed once: at quality 11 a copy of React takes ten times as long and is 4 % smaller.
const thorough: { readonly br: BrotliOptions; readonly gzip: ZlibOptions } = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } },
  gzip: { level: 9 },
};

/** Files that were compressed thoroughly on another thread, once for each hash of their content. */
const files = new LRUCache<string, Buffer, { readonly name: ContentEncoding; readonly content: Buffer }>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ length }) => length + 100,
  fetchMethod: (_key, _stale, { context: { name, content } }) =>
    name === 'br' ? brotliLater(content, thorough.br) : gzipLater(content, thorough.gzip),
  // A file that is removed meanwhile is still sent.
  ignoreFetchAbort: true,
});

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|graphql-response\+json|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/i;

/** Whether a media type is a text. Not an event stream, whose events must arrive one by one. */
function isCompressible(type: OutgoingHttpHeader | undefined): boolean {
  return typeof type === 'string' && compressible.test(type);
}

/** Headers that describe the bytes, or bind them to one client. */
const binding = ['content-encoding', 'content-range', 'content-md5', 'content-digest', 'digest', 'set-cookie'];

/** Whether an answer may be compressed: not with `no-transform`, or a strong ETag, which promises the same bytes. */
function mayEncode(response: ServerResponse): boolean {
  const { statusCode } = response;
  if (statusCode < 200 || statusCode === 204 || statusCode === 206 || statusCode === 304) return false;
  if (!isCompressible(response.getHeader('content-type')) || binding.some((name) => response.hasHeader(name)))
    return false;
  if (String(response.getHeader('cache-control')).includes('no-transform')) return false;
  const tag = response.getHeader('etag');
  return tag === undefined || String(tag).startsWith('W/');
}

/** Adds `Accept-Encoding` to a response's `Vary`. */
function varyByEncoding(response: ServerResponse): void {
  const vary = String(response.getHeader('vary') ?? '');
  if (vary === '*' || /\baccept-encoding\b/i.test(vary)) return;
  response.setHeader('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

/** Sets the headers of a response whose body will be compressed. Undefined when it must not be, or is not worth it. */
export function beginEncoded(
  response: ServerResponse,
  accepted: AcceptedEncoding | undefined,
  bytes: number,
): ContentEncoding | undefined {
  if (accepted === undefined || response.headersSent || !mayEncode(response)) return undefined;
  varyByEncoding(response);
  const encoding = encodingFor(accepted, bytes);
  if (encoding === undefined) return undefined;
  response.removeHeader('content-length');
  response.setHeader('content-encoding', encoding);
  return encoding;
}

/**
 * Ends a response, whose headers are set, with a whole body, compressed if that is allowed and worth it: a long one on
 * another thread. False when the caller has to send the body as it is. Without a body: a response to HEAD.
 */
export function endEncoded(
  response: ServerResponse,
  accepted: AcceptedEncoding | undefined,
  body: Buffer | undefined,
): boolean {
  const length = body?.length ?? Number(response.getHeader('content-length') ?? 0);
  const encoding = beginEncoded(response, accepted, length);
  if (encoding === undefined) return false;
  // The answer to HEAD has the headers of that to GET, but for the length, which the body tells.
  if (body === undefined) response.end();
  else if (length <= mostBytesAtOnce) {
    const encoded = encodeNow(encoding, body);
    response.setHeader('content-length', encoded.length);
    response.end(encoded);
  } else {
    response.flushHeaders();
    ending.add(response);
    encodeLater(encoding, body).then(
      (encoded) => response.end(encoded),
      (error: unknown) => response.destroy(asError(error)),
    );
  }
  return true;
}

/** Responses whose whole body is there, and is still being compressed. */
const ending = new WeakSet<ServerResponse>();

/** Whether nothing more can be written to a response. */
export function isEnded(response: ServerResponse): boolean {
  return response.writableEnded || ending.has(response);
}

/** A file as the client likes it best. Undefined where it gets the file itself. */
export async function encodedFile(
  { headers: { 'accept-encoding': accept } }: IncomingMessage,
  response: ServerResponse,
  { type, content, hash }: { readonly type: string; readonly content: Buffer; readonly hash: string },
): Promise<{ readonly name: ContentEncoding; readonly body: Buffer } | undefined> {
  if (!isCompressible(type)) return undefined;
  varyByEncoding(response);
  const name = accept === undefined ? undefined : encodingFor(acceptedEncoding(accept), content.length);
  return name && { name, body: await files.forceFetch(`${name} ${hash}`, { context: { name, content } }) };
}
