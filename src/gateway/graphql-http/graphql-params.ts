import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { isObject } from '../../base/is-object.ts';
import { RequestError } from '../../base/request-error.ts';
import { readBody } from '../http/read-body.ts';

/** The parameters of a GraphQL-over-HTTP request, checked. `extensions` is checked too, and read by nobody. */
export interface GraphqlParams {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads the parameters from a POST's JSON body, or from the query string of a GET or HEAD. Throws RequestError: 400 for
 * parameters of the wrong shape, 413, 415.
 */
export async function readParams(request: IncomingMessage, bodyLimit: number): Promise<GraphqlParams> {
  if (request.method !== 'POST') return checkParams(paramsOfUrl(request.url ?? ''));
  // Only JSON: a form or plain text can be posted by any page on the web without asking first (CSRF).
  requireJson(request.headers['content-type']);
  return checkParams(paramsOfBody(await readBody(request, bodyLimit)));
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  if (type?.essence !== 'application/json') {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the request as Content-Type: application/json.', {
      'accept-post': 'application/json',
    });
  }
  const charset = type.params.get('charset') ?? 'utf-8';
  if (!['utf-8', 'utf8'].includes(charset.toLowerCase())) {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, 'Send JSON in UTF-8.');
  }
}

function parseMediaType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    // Not a media type at all: the caller answers 415, as for a wrong one.
    return undefined;
  }
}

function paramsOfBody(body: Buffer | undefined): Readonly<Record<string, unknown>> {
  if (body === undefined || body.length === 0) throw badInput('The request has no body.');
  if (!isUtf8(body)) throw badInput('The body is not UTF-8.');
  const value = parseJson(body.toString(), 'The body');
  if (Array.isArray(value)) throw badInput('Batching is off: send one operation a request, as a JSON object.');
  if (!isObject(value)) throw badInput('The body must be a JSON object with a "query".');
  return value;
}

function paramsOfUrl(url: string): Readonly<Record<string, unknown>> {
  const start = url.indexOf('?');
  const search = new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
  const one = (name: string): string | undefined => {
    const values = search.getAll(name);
    if (values.length > 1) throw badInput(`The parameter "${name}" is there more than once.`);
    // An empty parameter is what a form sends for a field that nobody filled in.
    return values[0] === '' ? undefined : values[0];
  };
  const json = (name: string): unknown => {
    const text = one(name);
    return text === undefined ? undefined : parseJson(text, `The parameter "${name}"`);
  };
  return {
    query: one('query'),
    operationName: one('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

function checkParams(raw: Readonly<Record<string, unknown>>): GraphqlParams {
  const { query, operationName = null, variables = null, extensions = null } = raw;
  if (query === undefined || query === null) throw badInput('The parameter "query" is missing.');
  if (typeof query !== 'string') throw badInput('The parameter "query" must be a string.');
  if (operationName !== null && typeof operationName !== 'string') {
    throw badInput('The parameter "operationName" must be a string.');
  }
  if (variables !== null && !isObject(variables)) throw badInput('The parameter "variables" must be an object.');
  if (extensions !== null && !isObject(extensions)) throw badInput('The parameter "extensions" must be an object.');
  return { query, operationName: operationName ?? undefined, variables: variables ?? undefined };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the input; the position is of more use, and it is not always there.
    if (error instanceof SyntaxError) throw badInput(`${what} is not well-formed JSON.`);
    throw error;
  }
}

function badInput(message: string): RequestError {
  return new RequestError('BAD_USER_INPUT', 400, message);
}
