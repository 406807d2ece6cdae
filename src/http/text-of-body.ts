import { isUtf8 } from 'node:buffer';
import { RequestError } from '../base/request-error.ts';

/** Decodes a body, without a byte order mark. Throws RequestError BAD_USER_INPUT 400 for malformed UTF-8. */
export function textOfBody(body: Buffer): string {
  if (!isUtf8(body)) throw new RequestError('BAD_USER_INPUT', 400, 'The body is not well-formed UTF-8.');
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return hasMark ? body.toString('utf8', 3) : body.toString('utf8');
}
