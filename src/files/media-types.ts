import { isUtf8 } from 'node:buffer';
import { pictureTypes } from '#extensions';

/** Bytes at a place, each as a character of Latin-1. */
type Signature = readonly (readonly [at: number, bytes: string])[];

/** By the first bytes, after https://mimesniff.spec.whatwg.org. The endings are those of stored files. */
const known: readonly (readonly [type: string, ending: string, ...signatures: readonly Signature[]])[] = [
  ['image/png', 'png', [[0, '\x89PNG\r\n\x1a\n']]],
  ['image/jpeg', 'jpg', [[0, '\xff\xd8\xff']]],
  ['image/gif', 'gif', [[0, 'GIF87a']], [[0, 'GIF89a']]],
  [
    'image/webp',
    'webp',
    [
      [0, 'RIFF'],
      [8, 'WEBPVP8'],
    ],
  ],
  ['image/avif', 'avif', [[4, 'ftypavif']]],
  ['application/pdf', 'pdf', [[0, '%PDF-']]],
  ['application/zip', 'zip', [[0, 'PK\x03\x04']]],
  ['application/gzip', 'gz', [[0, '\x1f\x8b\x08']]],
  ['video/mp4', 'mp4', [[4, 'ftypisom']], [[4, 'ftypmp4']], [[4, 'ftypiso']]],
  ['video/webm', 'webm', [[0, '\x1a\x45\xdf\xa3']]],
  ['audio/mpeg', 'mp3', [[0, 'ID3']]],
  ['audio/ogg', 'ogg', [[0, 'OggS\0']]],
  [
    'audio/wav',
    'wav',
    [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  ],
];

/** As many bytes as `typeOfBytes` looks at. */
export const headBytes = 4096;

/** The media type that the first bytes of a file show. */
export function typeOfBytes(head: Buffer): string {
  const begins = head.toString('latin1');
  const found = known.find(([, , ...signatures]) =>
    signatures.some((parts) => parts.every(([at, bytes]) => begins.startsWith(bytes, at))),
  );
  return found?.[0] ?? typeOfText(head) ?? 'application/octet-stream';
}

const control = /(?!\s)\p{Cc}/u;

/** What may be markup is never called plain text: a browser that guesses would run it. */
function typeOfText(head: Buffer): string | undefined {
  if (head.length === 0 || !isUtf8(withoutCutCharacter(head))) return undefined;
  const text = head.toString('utf8');
  if (control.test(text)) return undefined;
  const begin = text.replace(/^\ufeff/, '').trimStart();
  if (!begin.startsWith('<')) return 'text/plain';
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /^<\?xml\s/i.test(begin) && !/<html[\s>]/i.test(text) ? 'application/xml' : 'text/html';
}

/** The head of a longer text may end within a character. */
function withoutCutCharacter(head: Buffer): Buffer {
  if (head.length < headBytes) return head;
  const last = head.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return head.subarray(0, last);
}

export function endingOf(type: string): string {
  const others: Readonly<Record<string, string>> = { 'text/plain': 'txt', 'application/xml': 'xml' };
  return known.find(([name]) => name === type)?.[1] ?? others[type] ?? 'bin';
}

/** The type of the picture that has this ending; undefined for any other file. */
export function pictureTypeOf(ending: string): string | undefined {
  const type = known.find(([, own]) => own === ending)?.[0];
  return type !== undefined && pictureTypes.includes(type) ? type : undefined;
}
