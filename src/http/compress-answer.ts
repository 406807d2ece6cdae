import type { IncomingMessage, ServerResponse } from 'node:http';
import { asError } from '#base';
import {
  type AcceptedEncoding,
  acceptedEncoding,
  type ContentEncoding,
  encodeFile,
  encodeLater,
  encodeNow,
  encodingFor,
  isCompressible,
  mayEncode,
  mostBytesAtOnce,
  varyByEncoding,
} from './content-encoding.ts';

/**
 * Sets the headers of a response whose body of this many bytes will be compressed, without a Content-Length. Undefined
 * when it must not be, or is not worth it.
 */
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
 * Ends a response, whose headers are set, with a whole body, compressed if that is allowed and worth it. A long body
 * is compressed on another thread. False when the caller has to send the body as it is. Without a body, the response
 * is one to HEAD.
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

interface SentFile {
  readonly type: string;
  readonly content: Buffer;
  readonly hash: string;
}

/** A file as the client likes it best. Undefined where it gets the file itself. */
export async function encodedFile(
  { headers: { 'accept-encoding': accept } }: IncomingMessage,
  response: ServerResponse,
  { type, content, hash }: SentFile,
): Promise<{ readonly name: ContentEncoding; readonly body: Buffer } | undefined> {
  if (!isCompressible(type)) return undefined;
  varyByEncoding(response);
  const name = accept === undefined ? undefined : encodingFor(acceptedEncoding(accept), content.length);
  return name && { name, body: await encodeFile(name, content, hash) };
}
