import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type ExtensionId, isExtensionId, isObject } from '#base';
import type { Caller } from '#extension-api';

/** Lets one extension query the gateway in a caller's name. */
export interface Ticket {
  readonly extension: ExtensionId;
  readonly caller: Caller;
  readonly visitor?: string | undefined;
  /** How many `context.query` calls the holder's call is nested in. */
  readonly depth: number;
  /** The client's. Undefined in a ticket of an earlier version. */
  readonly address?: string | undefined;
  /** Of the answer. Undefined in a shop with one. */
  readonly locale?: string | undefined;
}

export interface Tickets {
  /** The header field `stoa-ticket`. Equal for equal calls of one caller, for a minute. */
  issue(ticket: Ticket): string;
  /** Undefined for a ticket that is forged, malformed or expired. */
  read(text: string): Ticket | undefined;
}

/** A ticket outlives the longest download whose handler still queries the gateway, and the longest task. */
const lifetimeMs = { request: 15 * 60_000, task: 25 * 3_600_000 };
const cacheMs = 60_000;
/** All guests are one caller, and have many addresses. */
const cachedOfCaller = 1_000;

/**
 * Tickets of a gateway. Their keys are derived from the gateway's own secrets (RFC 5869), which no extension has. All
 * gateways of a shop have the same secrets, so any of them answers.
 */
export function createTickets(secrets: readonly string[], clock: () => number = Date.now): Tickets {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'stoa ticket 1', 32))),
  );
  const [first] = keys;
  if (first === undefined) throw new Error('tickets need a secret');
  /** By caller: an entry for each extension, depth, address and visitor. A caller is one object for a whole request. */
  let issued = new WeakMap<Caller, Map<string, string>>();
  let renewAt = 0;
  return {
    issue(ticket) {
      const now = clock();
      if (now >= renewAt) {
        issued = new WeakMap();
        renewAt = now + cacheMs;
      }
      const { extension, caller, visitor, depth, address, locale } = ticket;
      const known = issued.get(caller) ?? new Map<string, string>();
      issued.set(caller, known);
      if (known.size >= cachedOfCaller) known.clear();
      const name = `${extension} ${depth} ${address} ${visitor} ${locale}`;
      const lifetime = caller.kind === 'extension' ? lifetimeMs.task : lifetimeMs.request;
      const text = known.get(name) ?? seal(first, { ...ticket, expires: now + lifetime });
      known.set(name, text);
      return text;
    },
    read: (text) => open(keys, text, clock()),
  };
}

function seal(key: KeyObject, content: object): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

function open(keys: readonly KeyObject[], text: string, now: number): Ticket | undefined {
  const [payload, sent, ...more] = text.split('.');
  if (payload === undefined || sent === undefined || more.length > 0) return undefined;
  const given = Buffer.from(sent, 'base64url');
  const isRight = keys.some((key) => {
    const expected = createHmac('sha256', key).update(payload).digest();
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isRight) return undefined;
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return isTicket(content) && content.expires > now ? content : undefined;
}

function isTicket(value: unknown): value is Ticket & { readonly expires: number } {
  return (
    isObject(value) &&
    typeof value.extension === 'string' &&
    isExtensionId(value.extension) &&
    isObject(value.caller) &&
    typeof value.depth === 'number' &&
    (value.visitor === undefined || typeof value.visitor === 'string') &&
    (value.address === undefined || typeof value.address === 'string') &&
    (value.locale === undefined || typeof value.locale === 'string') &&
    typeof value.expires === 'number'
  );
}
