import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { languageOf, pathIn, splitPath } from '#extension-ui';
import { prefersHtml } from './graphql-http-media-type.ts';
import { originForm } from './request-target.ts';
import { coreTexts } from './words/core-texts.ts';
import type { CoreTexts } from './words/english.ts';

interface RequestLocale {
  readonly locale: string;
  /** Of the shop, the default first. */
  readonly locales: readonly string[];
  /** Whether the address names it. */
  readonly isPrefixed: boolean;
}

/** Of requests to shops with several locales, or with another language than the gateway's own. */
const known = new WeakMap<IncomingMessage, RequestLocale>();

/**
 * Takes the locale from the request's address, once: routes and pages have no prefix. A request that the gateway passes
 * on has that of the client's request, which is `given`.
 */
export function takeLocale(request: IncomingMessage, locales: readonly string[], given?: string): void {
  const [first = ''] = locales;
  // Without a note, the locale is the only one, and English.
  if (locales.length === 1 && languageOf(first) === 'en') return;
  const { locale, path } = splitPath(locales, originForm(request.url ?? ''));
  if (locale !== undefined) request.url = path;
  const passed = locales.find((each) => each === given);
  known.set(request, { locale: passed ?? locale ?? first, locales, isPrefixed: locale !== undefined });
}

/**
 * Chooses the locale of a program's request by `Accept-Language`. The address comes first, and a browser that asks for
 * a page gets that of the address. False where there was nothing to choose.
 */
export function negotiateLocale(request: IncomingMessage): boolean {
  const taken = known.get(request);
  if (taken === undefined || taken.locales.length === 1 || taken.isPrefixed || prefersHtml(request.headers.accept))
    return false;
  const { 'accept-language': accepted } = request.headers;
  if (accepted !== undefined) {
    const negotiator = new Negotiator({ headers: { 'accept-language': accepted } });
    const [best] = negotiator.languages([...taken.locales]);
    if (best !== undefined) known.set(request, { ...taken, locale: best });
  }
  return true;
}

/** The locale of the answer. Undefined in a shop with one, if it is English. */
export function localeOf(request: IncomingMessage): string | undefined {
  return known.get(request)?.locale;
}

/** The address of a path of the shop, in the locale of the request. */
export function inLocaleOf(request: IncomingMessage, path: string): string {
  const taken = known.get(request);
  return taken === undefined ? path : pathIn(taken.locales, taken.locale, path);
}

/** The gateway's own words in the locale of the answer. */
export function coreTextsFor(request: IncomingMessage): CoreTexts {
  return coreTexts(localeOf(request) ?? 'en');
}
