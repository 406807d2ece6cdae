import type { Readable } from 'node:stream';
import type { OpenSession } from '#auth';
import { isObject } from '#base';
import { originForm } from '#http';
import { extensionHeaders, type RemoteAnswer, type RestExchange } from '#rest';
import { type SessionChange, wire } from '../wire/messages.ts';
import { type CallFieldsParts, callFields } from './call-fields.ts';
import type { IncomingAnswer } from './exchange.ts';
import type { Instances } from './instances.ts';
import { errorIn } from './json-answer.ts';

/** Header fields of a client that apply to its connection, or that the gateway sets on a call. */
const ownFields =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|host|content-length|traceparent|tracestate|stoa-.*)$/i;

/** Sends a REST request. Resolves with the head of the answer. Undefined for a response that was destroyed. */
export async function callRest(
  instances: Instances,
  parts: CallFieldsParts,
  exchange: RestExchange,
): Promise<RemoteAnswer | undefined> {
  const { context, request, response, session, arriving } = exchange;
  const method = request.method ?? 'GET';
  const path = originForm(request.url ?? '/');
  const whole = exchange.files === undefined ? exchange.body : Buffer.from(JSON.stringify(exchange.parsed));
  const body: Buffer | Readable | undefined = arriving ?? whole;
  const facts = parts.factsOf(context);
  const call = { method, path, context, facts, rest: restHeader(exchange), body: whole };
  let unread: unknown;
  arriving?.once('error', (error) => {
    unread = error;
  });
  const sending = instances.send({
    request: (contracts) => {
      const headers = [...clientFields(exchange), ...callFields(parts.key, { ...call, contracts })];
      return { method, path, headers, body, signal: context.signal };
    },
    isOnce: arriving !== undefined,
  });
  const { answer, instance } = await sending.catch((error: unknown) => {
    // The body is too long, or its client has disconnected.
    throw unread ?? error;
  });
  try {
    const failure = await errorIn(answer);
    if (failure !== undefined) {
      if (!('code' in failure) || failure.code !== wire.destroyedAnswer) throw failure;
      response.destroy();
      return undefined;
    }
    if (answer.header(wire.fields.instance) === undefined) {
      const reason = new Error(`${instance.name} does not serve an extension: it answered ${answer.status}`);
      throw instances.unavailable(reason);
    }
    await changeSession(answer, session);
    // A short body has mostly come with its head, and needs no stream. A HEAD has none, whatever its length says.
    return { head: headOf(answer), body: (method === 'HEAD' ? undefined : answer.arrived()) ?? answer.body() };
  } catch (error) {
    answer.leave();
    throw error;
  }
}

function restHeader({ endpoint, params, query, client, request, files, arriving }: RestExchange) {
  const { host } = request.headers;
  const streamed = arriving === undefined ? undefined : true;
  // They are computed when they are read, so JSON would leave them out.
  const facts = { address: client.address, protocol: client.protocol, host: client.host };
  return { route: endpoint.routeId, params, query, client: facts, host, files, streamed } as const;
}

/** The client's header fields, without credentials. */
function clientFields({ request, body, arriving }: RestExchange): readonly string[] {
  const { rawHeaders } = extensionHeaders(request, body?.length);
  const named = new Set((request.headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  const fields: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ownFields.test(name) && !named.has(name.toLowerCase())) fields.push(name, value);
  }
  const length = arriving === undefined ? undefined : request.headers['content-length'];
  if (length !== undefined) fields.push('content-length', length);
  return fields;
}

async function changeSession(answer: IncomingAnswer, session: OpenSession): Promise<void> {
  const text = answer.header(wire.fields.session);
  if (text === undefined) return;
  const change: unknown = JSON.parse(text);
  if (!isSessionChange(change)) throw new Error('the extension answered a "stoa-session" that cannot be read');
  const { visitor, signIn, signOut, signOutUsers = [] } = change;
  for (const id of signOutUsers) await session.signOutUser(id);
  if (visitor !== undefined) session.visitor(visitor);
  if (signIn !== undefined) await session.signIn({ id: signIn.id, permissions: signIn.permissions ?? [] });
  else if (signOut === true) await session.signOut();
}

function isSessionChange(value: unknown): value is SessionChange {
  if (!isObject(value)) return false;
  const { signIn, signOut, signOutUsers, visitor } = value;
  if (signIn !== undefined && !(isObject(signIn) && typeof signIn.id === 'string')) return false;
  if (signOut !== undefined && signOut !== true) return false;
  return (signOutUsers === undefined || Array.isArray(signOutUsers)) && (visitor === undefined || isVisitor(visitor));
}

/** Whether a text can be a visitor's id. */
function isVisitor(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}

function headOf({ status, statusText, headers }: IncomingAnswer): RemoteAnswer['head'] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (!name.toLowerCase().startsWith('stoa-')) kept.push(name, value);
  }
  return { status, statusText, headers: kept };
}
