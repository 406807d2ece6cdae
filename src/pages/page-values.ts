import type { IncomingMessage } from 'node:http';
import type { Caller } from '../extension-api.ts';
import type { Page } from '../extension-ui.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import type { ContextValues } from './components/page-operation.ts';
import type { BuiltPage } from './page-table.ts';

/** Characters of a query parameter: nobody types more, and it would go into queries and back into the page. */
const longestParameter = 1_000;

export interface PageValues {
  /** What `getContextValue` gives. */
  readonly context: ContextValues;
  /** What `usePage` gives. */
  readonly page: Page;
}

interface PageAddress {
  readonly request: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: string | undefined;
  readonly caller: Caller;
}

/** A page's values in one request. Of a repeated parameter the first counts; one that is too long is as good as none. */
export function pageValues(
  { group, query: declared }: BuiltPage,
  { request, params, search = '', caller }: PageAddress,
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
  return { context, page: { routeId: group, path: parseRequestTarget(request.url).path, query, userId } };
}
