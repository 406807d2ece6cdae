import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { badInput, isObject, isPromise, RequestError } from '#base';
import { decodeBody, readBody, requireSafeJson } from '#http';

/** The parameters of a GraphQL-over-HTTP request, checked. */
export interface GraphqlParams {
  /** Undefined when the request only names its document. */
  readonly query: string | undefined;
  readonly documentId: string | undefined;
  /** `extensions.persistedQuery.sha256Hash` in lower case. With a `query`, the gateway stores its text under it. */
  readonly sha256: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads the parameters from the JSON body of a POST, or from the query string of a GET or HEAD. Throws RequestError,
 * or rejects with it: 400 for parameters of the wrong type, 413 above `bodyLimit` bytes, 415. Parameters that have
 * already arrived need no promise.
 */
export function readParams(request: IncomingMessage, bodyLimit: number): GraphqlParams | Promise<GraphqlParams> {
  if (request.method !== 'POST') return checkParams(paramsOfUrl(request.url ?? ''));
  // Only JSON: any site can post a form or plain text without a preflight (CSRF).
  requireJson(request.headers['content-type']);
  const body = readBody(request, bodyLimit);
  return isPromise(body) ? body.then(paramsOfBody) : paramsOfBody(body);
}

function paramsOfBody(body: Buffer | undefined): GraphqlParams {
  if (body === undefined || body.length === 0) throw badInput('The request has no body.');
  const value = parseJson(decodeBody(body), 'The body');
  if (Array.isArray(value)) throw badInput('Send one operation a request: a JSON object with a "query", not a list.');
  if (!isObject(value)) throw badInput('The body must be a JSON object with a "query".');
  return checkParams(value);
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
    // Not a media type. The caller answers 415, as for an unsupported one.
    return undefined;
  }
}

function paramsOfUrl(url: string): Readonly<Record<string, unknown>> {
  const start = url.indexOf('?');
  const search = new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
  const one = (name: string): string | undefined => {
    const values = search.getAll(name);
    if (values.length > 1) throw badInput(`The parameter "${name}" is there more than once.`);
    // Forms send an empty parameter for an empty field.
    return values[0] === '' ? undefined : values[0];
  };
  const json = (name: string): unknown => {
    const text = one(name);
    return text === undefined ? undefined : parseJson(text, `The parameter "${name}"`);
  };
  return {
    query: one('query'),
    documentId: one('documentId'),
    operationName: one('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

function checkParams(raw: Readonly<Record<string, unknown>>): GraphqlParams {
  const { variables = null, extensions = null } = raw;
  const query = textOf(raw, 'query');
  const documentId = textOf(raw, 'documentId');
  const operationName = textOf(raw, 'operationName');
  if (variables !== null && !isObject(variables)) throw badInput('The parameter "variables" must be an object.');
  if (extensions !== null && !isObject(extensions)) throw badInput('The parameter "extensions" must be an object.');
  const sha256 = extensions === null ? undefined : hashIn(extensions);
  if (query === undefined && documentId === undefined && sha256 === undefined)
    throw badInput('The parameter "query" is missing.');
  if (documentId !== undefined && query !== undefined)
    throw badInput('Send either the parameter "query" or "documentId".');
  return { query, documentId, sha256, operationName, variables: variables ?? undefined };
}

function textOf(raw: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = raw[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw badInput(`The parameter "${name}" must be a string.`);
}

// Other versions are protocols that the gateway does not implement.
function hashIn({ persistedQuery }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isObject(persistedQuery) || persistedQuery.version !== 1) return undefined;
  const { sha256Hash } = persistedQuery;
  if (typeof sha256Hash === 'string' && /^[0-9a-f]{64}$/i.test(sha256Hash)) return sha256Hash.toLowerCase();
  throw badInput('The extension "persistedQuery" has no "sha256Hash" of 64 hexadecimal digits.');
}

function parseJson(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the input. A position would help more, but not every message has one.
    if (error instanceof SyntaxError) throw badInput(`${what} is not well-formed JSON.`);
    throw error;
  }
  requireSafeJson(value, text, what);
  return value;
}
