import type { ClientInfo } from '../base/client-info.ts';
import type { RouteId } from '../base/ids.ts';
import type { Caller, Context, RequestInfo } from '../extension-api.ts';
import { extensionHeaders } from '../rest/sub-app/extension-headers.ts';
import type { RestExchange } from '../rest/sub-app/rest-exchange.ts';

/** The request for which an extension is called. Plain data, and no credential is in it. */
export interface CallHead {
  readonly request: RequestInfo;
  readonly caller: Caller;
}

/** A validated REST request, without its body. Plain data. */
export interface ExchangeHead extends CallHead {
  readonly routeId: RouteId;
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, as the client sent them. */
  readonly headers: readonly string[];
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly client: ClientInfo;
}

/** What an extension elsewhere is told of the request that it is called for. */
export function callHead({ request, caller }: Pick<Context, 'request' | 'caller'>): CallHead {
  const { id, method, url, headers } = request;
  return { request: { id, method, url, headers }, caller };
}

/** What an extension elsewhere is told of a REST request. The body goes beside it. */
export function exchangeHead({ endpoint, request, params, query, body, client, context }: RestExchange): ExchangeHead {
  return {
    ...callHead(context),
    routeId: endpoint.routeId,
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: extensionHeaders(request, body?.length).rawHeaders,
    params,
    query,
    client,
  };
}
