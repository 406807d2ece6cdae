import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { ClientOf } from '../../base/client-info.ts';
import type { ServerConfig } from '../../config/config.ts';
import { type FieldList, setFields } from '../http/response-head.ts';

/** The header fields that every answer has. */
export interface SecurityHeaders {
  /** For heads that are written in one piece. */
  fieldsFor(request: IncomingMessage): FieldList;
  /** Sets them before the request's handler sets its own, which then win. */
  set(request: IncomingMessage, response: ServerResponse): void;
}

const hsts = 'strict-transport-security';

/** What helmet sets is worked out once; a request pays for a loop over texts. */
export async function createSecurityHeaders(
  { headers: changes, trustProxy }: Pick<ServerConfig, 'headers' | 'trustProxy'>,
  clientOf: ClientOf,
): Promise<SecurityHeaders> {
  const standard = await standardHeaders();
  const all = Object.entries({ ...standard, ...changes }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  // Browsers must ignore it where it did not come by https, and some proxies would pass it on all the same.
  const plain = all.filter(([name]) => name !== hsts);
  // The gateway itself speaks http only: without a proxy to say otherwise there is nothing to ask.
  const mayBeHttps = trustProxy !== 0 && all.length > plain.length;
  const flat = { all: all.flat(), plain: plain.flat() };
  const fieldsFor: SecurityHeaders['fieldsFor'] = (request) =>
    mayBeHttps && clientOf(request).protocol === 'https' ? flat.all : flat.plain;
  return { fieldsFor, set: (request, response) => setFields(response, fieldsFor(request)) };
}

async function standardHeaders(): Promise<Readonly<Record<string, string>>> {
  const set = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // For Flash, Internet Explorer and a filter that no browser has any longer; and pages are quicker with prefetched names.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    // What the shop's other subdomains speak is not for the gateway to say.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    // With no-referrer, browsers send `Origin: null` for the shop's own forms.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await new Promise<void>((resolve, reject) =>
    set(request, response, (error) => (error === undefined ? resolve() : reject(error))),
  );
  const entries = Object.entries(response.getHeaders());
  return {
    // Pages have a stricter one, with a nonce. Here it must not keep an extension's own HTML from working.
    'content-security-policy': "frame-ancestors 'none'",
    ...Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  };
}
