import type { ClientInfo, RouteId } from '#base';
import type { Caller, Context, RequestInfo } from '#extension-api';
import { extensionHeaders, type RestExchange } from '#rest';

/** The request that an extension's call belongs to. Plain data, without credentials. */
export interface CallHead {
  readonly request: RequestInfo;
  readonly caller: Caller;
}

/** A validated REST request, without its body. Plain data. */
export interface ExchangeHead extends CallHead {
  readonly routeId: RouteId;
  readonly method: string;
  readonly url: string;
  /** Alternating names and values, as the client sent them. */
  readonly headers: readonly string[];
  /** Converted to the types in route.json. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly client: ClientInfo;
}

export function callHead({ request, caller }: Pick<Context, 'request' | 'caller'>): CallHead {
  const { id, method, url, headers } = request;
  return { request: { id, method, url, headers }, caller };
}

/** The request for an extension outside this process. The body is sent separately. */
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
