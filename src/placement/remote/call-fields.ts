import type { KeyObject } from 'node:crypto';
import { openTelemetry } from '#base';
import type { Context, RequestInfo } from '#extension-api';
import { toFieldJson } from '../wire/call-header.ts';
import { type CallHeader, type RestCallHeader, wireFields } from '../wire/messages.ts';
import { sign } from '../wire/signature.ts';

/** What the gateway knows of a call beside its context. */
export interface CallFacts {
  /** How many `context.query` calls it is nested in. */
  readonly depth: number;
  readonly ticket: string;
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
  readonly context: Context;
  readonly contracts: readonly string[];
  readonly timeoutMs: number;
  /** Of a REST request. */
  readonly rest?: RestCallHeader | undefined;
  /** Undefined when it is streamed. */
  readonly body: string | Buffer | undefined;
}

/** The header fields of a call, as a flat list. */
export function callFields({ key, factsOf }: CallFieldsParts, outgoing: OutgoingCall): readonly string[] {
  const { method, path, context, body } = outgoing;
  const { depth, ticket, authorization } = factsOf(context);
  const call = callText(outgoing, depth);
  const fields = [wireFields.call, call, wireFields.ticket, ticket, ...traceFields(context.request)];
  if (key !== undefined) fields.push(wireFields.signature, sign(key, { method, url: path, call }, body));
  if (authorization !== undefined) fields.push('authorization', authorization);
  return fields;
}

/** Texts of requests, callers and lists of contracts. A request's calls of several extensions share them. */
const texts = new WeakMap<object, string>();

/** A {@link CallHeader} as JSON. */
function callText({ context, contracts, timeoutMs, rest }: OutgoingCall, depth: number): string {
  const { caller, request } = context;
  if (rest !== undefined) {
    const { id, method, url, address } = request;
    const header: CallHeader = { request: { id, method, url, address }, caller, depth, timeoutMs, contracts, rest };
    return toFieldJson(header);
  }
  const parts = [
    `"request":${textOf(request, shown)}`,
    `"caller":${textOf(caller)}`,
    `"contracts":${textOf(contracts)}`,
  ];
  return `{${parts.join()},"depth":${depth},"timeoutMs":${timeoutMs}}`;
}

function textOf<Value extends object>(value: Value, show: (value: Value) => object = (own) => own): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = toFieldJson(show(value));
  texts.set(value, text);
  return text;
}

function shown({ id, method, url, address, headers }: RequestInfo): CallHeader['request'] {
  return { id, method, url, address, headers };
}

/** The active span's, else the client's. */
function traceFields({ headers }: RequestInfo): readonly string[] {
  const api = openTelemetry('trace');
  if (api === undefined) {
    const { traceparent } = headers;
    return typeof traceparent === 'string' ? ['traceparent', traceparent] : [];
  }
  const carrier: Record<string, string> = {};
  api.propagation.inject(api.context.active(), carrier);
  return Object.entries(carrier).flat();
}
