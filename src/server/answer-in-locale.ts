import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary } from '#edge';
import { splitPath } from '#extension-ui';
import type { Gateway } from '#gateway';
import { localeOf, negotiateLocale, parseRequestTarget, prefersHtml } from '#http';

/** Holds the locale that a person has chosen: no statement about the person, and read for `/` alone. */
const cookie = 'stoa_locale';

export interface PathRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Whether this request is for GraphQL or a route. */
  readonly isApi: boolean;
}

/**
 * Settles the locale of a request whose address has been read. A program's request is negotiated. A person who follows
 * a link from one locale of the shop to another has chosen it: a cookie keeps the choice, and `/` leads to it. True
 * when the request was redirected.
 */
export function answerInLocale({ config, edge }: Gateway, { request, response, path, isApi }: PathRequest): boolean {
  const { locales, locale: standard } = config.shop;
  if (locales.length === 1) return false;
  if (isApi && negotiateLocale(request)) addVary(response, 'Accept-Language');
  const locale = localeOf(request) ?? standard;
  if (request.method !== 'GET' || !prefersHtml(request.headers.accept)) return false;
  if (isChosen(request, locales, locale)) {
    const secure = edge.clientOf(request).protocol === 'https' ? '; Secure' : '';
    response.appendHeader(
      'set-cookie',
      `${cookie}=${locale}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`,
    );
    return false;
  }
  if (path !== '/' || locale !== standard) return false;
  const kept = keptIn(request.headers.cookie ?? '', locales);
  if (kept === undefined || kept === standard) return false;
  const { search } = parseRequestTarget(request.url);
  const fields = { 'content-length': 0, 'cache-control': 'no-store', vary: 'Cookie' };
  response.writeHead(302, { ...fields, location: `/${kept}${search === '' ? '' : `?${search}`}` }).end();
  return true;
}

/** Whether the browser says that a person followed a link from a page of the shop in another locale. */
function isChosen({ headers }: IncomingMessage, locales: readonly string[], locale: string): boolean {
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['sec-fetch-user'] !== '?1') return false;
  const from = URL.parse(headers.referer ?? '')?.pathname;
  return from !== undefined && (splitPath(locales, from).locale ?? locales[0]) !== locale;
}

function keptIn(header: string, locales: readonly string[]): string | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${cookie}=([^;]*)`).exec(header) ?? [];
  return locales.find((each) => each === value);
}
