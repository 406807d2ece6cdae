import type { IncomingMessage } from 'node:http';
import type { ClientInfo } from '#base';
import type { Caller, Shop } from '#extension-api';
import type { Page } from '#extension-ui';
import { inLocaleOf, parseRequestTarget } from '#http';
import type { ContextValues } from './components/page-component.ts';
import type { BuiltPage } from './page-table.ts';

/** The longest query parameter in characters. Values go into queries and into the page, so they must stay short. */
const longestParameter = 1_000;

export interface PageValues {
  /** For `getContextValue`. */
  readonly context: ContextValues;
  /** For `usePage`. */
  readonly page: Page;
  /** Those of the caller. */
  readonly permissions: readonly string[];
}

interface PageAddress {
  readonly request: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: string | undefined;
  readonly caller: Caller;
  readonly shop: Pick<Shop, 'url' | 'locale'>;
  readonly client: ClientInfo;
}

/** Scheme and host of absolute addresses: those of the shop, or else of the request. Empty without both. */
export function originOf({ url }: Pick<Shop, 'url'>, client: Pick<ClientInfo, 'protocol' | 'host'>): string {
  return url ?? (client.host === undefined ? '' : `${client.protocol}://${client.host}`);
}

/** A page's values in one request. Takes the first of repeated parameters, and ignores parameters that are too long. */
export function pageValues(
  { group, query: declared }: BuiltPage,
  { request, params, search = '', caller, shop, client }: PageAddress,
): PageValues {
  const userId = caller.kind === 'user' ? caller.id : null;
  const query: Record<string, string> = {};
  const context: Record<string, string | null> = {};
  const given = search === '' || declared.length === 0 ? undefined : new URLSearchParams(search);
  for (const name of declared) {
    const value = given?.get(name) ?? null;
    const isUsable = value !== null && value.length <= longestParameter;
    context[name] = isUsable ? value : null;
    if (isUsable) query[name] = value;
  }
  Object.assign(context, params, { routeId: group, userId });
  const path = inLocaleOf(request, parseRequestTarget(request.url).path);
  const permissions = caller.kind === 'user' ? caller.permissions : [];
  return {
    context,
    page: { routeId: group, path, locale: shop.locale, origin: originOf(shop, client), query, userId },
    permissions,
  };
}
