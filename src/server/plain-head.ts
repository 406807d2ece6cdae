import type { PlainHead } from '../gateway/http/whole-request.ts';

/**
 * Reads the head of a request that is so plain that no two programs could read it differently: HTTP/1.1, a path, fields of visible
 * ASCII each of which is there once, a body with a length or none. Undefined for anything else, of which Node's parser makes
 * what it makes of it (RFC 9112): chunks, upgrades, expectations, a connection that is to be closed, folded lines, a line
 * that ends with LF alone, a space before a colon, and all that is malformed.
 * @param text The bytes as Latin-1, to the empty line and possibly beyond.
 * @param end Where the empty line ends.
 */
export function readPlainHead(text: string, end: number): PlainHead | undefined {
  const firstLine = text.indexOf('\r\n');
  plainFields.lastIndex = firstLine;
  if (!plainFields.test(text) || plainFields.lastIndex !== end) return undefined;
  const [, method, url] = plainRequest.exec(text.slice(0, firstLine)) ?? [];
  if (method === undefined || url === undefined) return undefined;
  return readFields(text, { method, url, from: firstLine + 2, end: end - 2 });
}

interface Lines {
  readonly method: string;
  readonly url: string;
  readonly from: number;
  readonly end: number;
}

function readFields(text: string, { method, url, from, end }: Lines): PlainHead | undefined {
  const fields: string[] = [];
  const headers: Record<string, string> = {};
  let bodyLength = 0;
  for (let at = from; at < end; ) {
    const colon = text.indexOf(':', at);
    const endOfLine = text.indexOf('\r\n', colon);
    const field = text.slice(at, colon);
    const padded = text.slice(colon + 1, endOfLine);
    const value = padded.trim();
    const name = field.toLowerCase();
    // Also what every object has.
    if (headers[name] !== undefined) return undefined;
    switch (name) {
      case 'content-length':
        if (!plainLength.test(padded)) return undefined;
        bodyLength = Number(value);
        break;
      case 'connection':
        if (value.toLowerCase() !== 'keep-alive') return undefined;
        break;
      case 'transfer-encoding':
      case 'upgrade':
      case 'expect':
      case 'proxy-connection':
      // Node makes a list of it.
      case 'set-cookie':
        return undefined;
    }
    fields.push(field, value);
    headers[name] = value;
    at = endOfLine + 2;
  }
  return { method, url, fields, headers, bodyLength };
}

const plainRequest = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!$-;=?-Z_a-z~]*) HTTP\/1\.1$/;
/** Lines that end with CRLF, the last of them empty. */
const plainFields = /(?:\r\n[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t -~]*)+\r\n\r\n/y;
/** The parser has nothing against spaces behind it, but against tabs. */
const plainLength = /^[\t ]*\d{1,9} *$/;
