import type { KeyObject } from 'node:crypto';
import { openTelemetry } from '#base';
import type { Context, RequestInfo } from '#extension-api';
import { toFieldJson } from '../wire/call-header.ts';
import { type CallHeader, type GraphqlCall, type RestCallHeader, wire } from '../wire/messages.ts';
import { sign } from '../wire/signature.ts';

/** What the gateway knows of a call besides its context. */
export interface CallFacts extends Pick<GraphqlCall, 'depth' | 'ticket' | 'settings' | 'shop'> {
  /** The client's bearer token, if gateway.yaml forwards it. */
  readonly authorization: string | undefined;
}

export interface CallFieldsParts {
  /** The first signs. Undefined on connections that the other side trusts. */
  readonly key: KeyObject | undefined;
  readonly factsOf: (context: Context) => CallFacts;
}

export interface OutgoingCall {
  readonly method: string;
  readonly path: string;
  readonly context: Pick<Context, 'caller' | 'request' | 'visitor'>;
  readonly facts: CallFacts;
  readonly contracts: readonly string[];
  /** Of a REST request. */
  readonly rest?: RestCallHeader | undefined;
  /** Undefined when it is streamed. */
  readonly body: string | Buffer | undefined;
}

/** The header fields of a REST call, or of one that renders, as a flat list. */
export function callFields(key: CallFieldsParts['key'], outgoing: OutgoingCall): readonly string[] {
  const { method, path, context, facts, contracts, rest, body } = outgoing;
  const { caller, request, visitor } = context;
  const { depth, ticket, authorization, settings, shop } = facts;
  const { id, url, address, locale } = request;
  const header: CallHeader = {
    request: { id, method: request.method, url, address, locale },
    caller,
    visitor: visitor ?? undefined,
    depth,
    contracts,
    rest,
    settings,
    shop,
  };
  const call = toFieldJson(header);
  const fields = [wire.fields.call, call, wire.fields.ticket, ticket, ...traceFields(request)];
  if (key !== undefined) fields.push(wire.fields.signature, sign(key, { method, url: path, call }, body));
  if (authorization !== undefined) fields.push('authorization', authorization);
  return fields;
}

/** The active span's, else the client's. */
export function traceFields({ headers }: RequestInfo): readonly string[] {
  const api = openTelemetry('trace');
  if (api === undefined) {
    const { traceparent } = headers;
    return typeof traceparent === 'string' ? ['traceparent', traceparent] : [];
  }
  const carrier: Record<string, string> = {};
  api.propagation.inject(api.context.active(), carrier);
  return Object.entries(carrier).flat();
}
