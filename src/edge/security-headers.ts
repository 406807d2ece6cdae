import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { ClientOf } from '#base';
import type { ServerConfig } from '#config';
import type { FieldList } from '#http';

export interface SecurityHeaders {
  /** For heads that are written in one call. */
  fieldsFor(request: IncomingMessage): FieldList;
  /** Sets the headers before the request's handler runs. Headers that the handler sets win. */
  set(request: IncomingMessage, response: ServerResponse): void;
}

const hsts = 'strict-transport-security';

/** Runs helmet once and keeps its headers. A request only loops over strings. */
export async function createSecurityHeaders(
  { headers: changes, trustProxy }: Pick<ServerConfig, 'headers' | 'trustProxy'>,
  clientOf: ClientOf,
): Promise<SecurityHeaders> {
  const standard = await standardHeaders();
  const all = Object.entries({ ...standard, ...changes }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  // Without HSTS: browsers must ignore it over http, and some proxies would forward it anyway.
  const plain = all.filter(([name]) => name !== hsts);
  // The gateway itself speaks only http. Without a trusted proxy, no request came by https.
  const mayBeHttps = trustProxy !== 0 && all.length > plain.length;
  const flat = { all: all.flat(), plain: plain.flat() };
  const fieldsFor: SecurityHeaders['fieldsFor'] = (request) =>
    mayBeHttps && clientOf(request).protocol === 'https' ? flat.all : flat.plain;
  return {
    fieldsFor,
    set(request, response) {
      const fields = fieldsFor(request);
      for (let at = 0; at < fields.length; at += 2) response.setHeader(fields[at] ?? '', fields[at + 1] ?? '');
    },
  };
}

async function standardHeaders(): Promise<Readonly<Record<string, string>>> {
  const set = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Three headers for Flash, Internet Explorer and a filter that browsers removed. DNS prefetch makes pages faster.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    // The gateway does not know whether the shop's other subdomains use https.
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
    // Pages have a stricter policy with a nonce. This one must not break HTML that an extension sends.
    'content-security-policy': "frame-ancestors 'none'",
    ...Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  };
}
