import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireUnsent, requireUser, safeNext, visitorOf } from '#auth';
import { outageOf, RequestError, refusalOf } from '#base';
import { isSafeMethod } from '#edge';
import type { Session } from '#extension-api';
import type { RestExchange } from '#rest';
import { toFieldJson } from '../wire/call-header.ts';
import { type CallHeader, type SessionChange, wire } from '../wire/messages.ts';
import { toPlainError } from '../wire/plain-error.ts';
import { parseJson } from './answer-graphql.ts';
import type { ServedCode } from './served-code.ts';
import type { ServedContext } from './served-context.ts';

export interface RestCall extends Pick<RestExchange, 'body' | 'request' | 'response'> {
  readonly call: CallHeader;
  readonly context: ServedContext;
  readonly isStreamed: boolean;
}

/** Lets a handler answer a request that the gateway has routed and validated. Rejects with the handler's error. */
export async function answerRest(code: ServedCode, { call, context, ...rest }: RestCall): Promise<void> {
  const { body, isStreamed, request, response } = rest;
  const endpoint = code.manifest.endpoints.find(({ routeId }) => routeId === call.rest?.route);
  if (endpoint === undefined || call.rest === undefined) throw new Error(`there is no route ${call.rest?.route}`);
  const { params, query, client, files } = call.rest;
  const exchange: RestExchange = {
    endpoint,
    params,
    query,
    // The fields of a multipart body, which the gateway has parsed.
    ...(files === undefined
      ? { body }
      : { body: undefined, files: context.files.uploads(files), parsed: parseJson(body) }),
    context,
    client,
    request,
    response,
    ...(isStreamed && { arriving: request }),
    authorization: request.headers.authorization,
    session: sessionFor({ request, response, visitor: call.visitor }),
  };
  try {
    await code.running.answer(exchange);
  } catch (error) {
    throw inOutage(error, context);
  }
}

/** What the gateway answers is an outage for the handler too: it may have failed because of it. */
function inOutage(error: unknown, { outage }: ServedContext): unknown {
  if (outage === undefined || outageOf(error) !== undefined || refusalOf(error) !== undefined) return error;
  return new RequestError('UNAVAILABLE', 503, outage.message, { 'retry-after': outage.retryAfter });
}

type SessionParts = Pick<RestCall, 'request' | 'response'> & Pick<CallHeader, 'visitor'>;

/** The gateway has the sessions. It signs in and out when it gets the head of the answer. */
function sessionFor({ request, response, visitor: known }: SessionParts): Session {
  let asked: SessionChange = {};
  const change = (name: keyof Session, next: SessionChange): void => {
    requireUnsent(response, name);
    asked = next;
    response.setHeader(wire.fields.session, toFieldJson(asked));
  };
  return {
    signIn: async ({ id, permissions = [] }) => {
      requireUser(id, permissions);
      change('signIn', { ...asked, signOut: undefined, signIn: { id, permissions } });
    },
    signOut: async () => change('signOut', { ...asked, signIn: undefined, signOut: true }),
    signOutUser: async (id) => {
      requireUser(id, []);
      change('signOutUser', { ...asked, signOutUsers: [...(asked.signOutUsers ?? []), id] });
    },
    visitor: () => {
      const visitor = asked.visitor ?? visitorOf(request, response, known);
      if (!isSafeMethod(request.method)) change('visitor', { ...asked, visitor });
      return visitor;
    },
    safeNext,
  };
}

/** Sends an error to the gateway, which answers the client. A begun answer is cut off. */
export function sendPlainError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  removeFields(response);
  const text = JSON.stringify(toPlainError(error));
  response.writeHead(500, { 'content-type': wire.types.error, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Removes what a handler has set. */
export function removeFields(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (name !== wire.fields.instance) response.removeHeader(name);
}

/** Gives a handler the header fields that the client sent. */
export function removeOwnFields(request: IncomingMessage, { rest }: CallHeader): void {
  const own: ReadonlySet<string> = new Set(Object.values(wire.fields));
  const kept: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (own.has(lower)) delete request.headers[lower];
    else if (lower !== 'host') kept.push(name, value);
  }
  delete request.headers.host;
  if (rest?.host !== undefined) {
    request.headers.host = rest.host;
    kept.push('Host', rest.host);
  }
  request.rawHeaders = kept;
}
