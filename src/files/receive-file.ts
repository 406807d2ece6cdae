import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestError } from '#base';
import { headBytes, typeOfBytes } from './media-types.ts';

export interface ReceiveRules {
  /** Made when it is missing. */
  readonly folder: string;
  readonly maxBytes: number;
  /** The types that are taken. Undefined: all. */
  readonly types?: readonly string[] | undefined;
  /** For messages: `The file "photo"`. */
  readonly what: string;
  /** Whether the bytes must be on disk when it resolves. */
  readonly isLasting?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A file on disk whose bytes are counted, and whose type they show. Its creator removes it. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  /** SHA-256 in base64url. */
  readonly hash: string;
}

/**
 * Writes a stream to a new file, with one chunk in memory. Rejects with RequestError PAYLOAD_TOO_LARGE 413 or
 * UNSUPPORTED_MEDIA_TYPE 415 as soon as it is known, and leaves no file then.
 */
export async function receiveFile(chunks: AsyncIterable<Uint8Array>, rules: ReceiveRules): Promise<ReceivedFile> {
  const { folder, maxBytes, what, isLasting = false, signal } = rules;
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o640);
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let type: string | undefined;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      if (!(chunk instanceof Uint8Array)) throw new TypeError(`${what} consists of bytes, and a chunk of it is none`);
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new RequestError('PAYLOAD_TOO_LARGE', 413, `${what} is larger than ${maxBytes} bytes.`);
      if (type === undefined) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
      if (type === undefined && head.length >= headBytes) type = requireType(head, rules);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    type ??= requireType(head, rules);
    if (isLasting) await handle.sync();
    return { path, bytes, type, hash: hash.digest('base64url') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function requireType(head: Buffer, { types, what }: ReceiveRules): string {
  const type = typeOfBytes(head.subarray(0, headBytes));
  if (types === undefined || types.includes(type)) return type;
  const message = `${what} is ${type}, by its bytes. Accepted: ${types.join(', ')}.`;
  throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, message);
}
