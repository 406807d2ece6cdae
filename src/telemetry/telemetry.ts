import type { ServerResponse } from 'node:http';
import type { ExtensionId } from '../base/ids.ts';
import { observationOf } from './observed-response.ts';
import { Ring } from './ring.ts';
import { ExtensionSeries, type RequestKind, RequestSeries } from './series.ts';
import type { Tracing } from './tracing.ts';

/** Names beyond that count as one: reloads that rename routes all day must not make the process grow. */
const maxNames = 1_000;

/** What of an endpoint names its series. */
export interface ObservedRoute {
  readonly methods: readonly string[];
  readonly path: string;
}

/** What of a page names its series. */
export interface ObservedPage {
  readonly group: string;
  readonly path: string;
}

export type ReloadOutcome = 'replaced' | 'refused';
export type BreakerState = 'closed' | 'open' | 'half-open';

/** An HTTP request that has ended. */
export interface EndedRequest {
  readonly series: RequestSeries;
  /** 0 when the client left before an answer had begun. */
  readonly status: number;
  readonly ms: number;
}

/**
 * What the process has done so far, in plain numbers. One for the whole life of the process: gateways come and go and
 * write into it, `/metrics` and charts read from it.
 */
export class Telemetry {
  /** Undefined as long as no OpenTelemetry SDK is registered: then there is nothing to do for a request. */
  readonly tracing: Tracing | undefined;
  /** All HTTP requests of the last minutes; answers of 500 and above are errors. */
  readonly recent = new Ring();
  /** HTTP requests that have no answer yet. */
  inFlight = 0;
  /** Operations that ran, also those of pages and of `context.query`, by how. */
  readonly operations = { compiled: 0, planned: 0, introspection: 0 };
  /** Plans whose answer graphql-js had to complete, since something was odd in it. */
  replayed = 0;
  /** The gateways of this process: which one serves, since when, and what has come of attempts to replace it. */
  readonly generation = { number: 1, since: new Date(), replaced: 0, refused: 0 };
  /** How each extension's circuit breaker stands; of the gateway that serves. */
  readonly breakers = new Map<ExtensionId, () => BreakerState>();
  /** Requests that were refused because the process is busy, by reason. */
  readonly shed = new Map<string, number>();

  readonly #requests = new Map<RequestKind, Map<string, RequestSeries>>();
  readonly #known = new WeakMap<object, RequestSeries>();
  readonly #extensions = new Map<ExtensionId, ExtensionSeries>();

  /** A request that nothing answers. */
  readonly unmatched = this.request('unmatched', 'unmatched');
  readonly asset = this.request('asset', 'asset', '/assets/*');
  readonly graphql = {
    refused: this.request('graphql', 'refused', '/graphql'),
    batch: this.request('graphql', 'batch', '/graphql'),
    query: this.request('graphql', 'query', '/graphql'),
    mutation: this.request('graphql', 'mutation', '/graphql'),
    subscription: this.request('graphql', 'subscription', '/graphql'),
  };

  constructor({ tracing }: { readonly tracing?: Tracing | undefined } = {}) {
    this.tracing = tracing;
  }

  /** The series of a route; the same one for the same route of the next gateway. */
  route(endpoint: ObservedRoute): RequestSeries {
    return this.#known.get(endpoint) ?? this.#know(endpoint, this.#ofRoute(endpoint));
  }

  page(page: ObservedPage): RequestSeries {
    return this.#known.get(page) ?? this.#know(page, this.request('page', page.group, page.path));
  }

  /** Only for names of which there are few. */
  request(kind: RequestKind, name: string, route?: string): RequestSeries {
    const ofKind = this.#requests.get(kind) ?? new Map<string, RequestSeries>();
    this.#requests.set(kind, ofKind);
    const bounded = ofKind.size < maxNames || ofKind.has(name) ? name : 'other';
    const series = ofKind.get(bounded) ?? new RequestSeries(kind, bounded, route);
    // A page keeps its name when gateway.yaml gives it another path.
    series.route = route;
    ofKind.set(bounded, series);
    return series;
  }

  extension(id: ExtensionId): ExtensionSeries {
    const known = this.#extensions.get(id);
    if (known !== undefined) return known;
    const series = new ExtensionSeries();
    this.#extensions.set(id, series);
    return series;
  }

  get requests(): readonly RequestSeries[] {
    return [...this.#requests.values()].flatMap((ofKind) => [...ofKind.values()]);
  }

  get extensions(): ReadonlyMap<ExtensionId, ExtensionSeries> {
    return this.#extensions;
  }

  /** Counts a request whose response has been closed. */
  finish(response: ServerResponse): EndedRequest | undefined {
    const observed = observationOf(response);
    if (observed === undefined) return undefined;
    const now = performance.now();
    const { series = this.unmatched } = observed;
    const ms = now - observed.begun;
    const status = response.headersSent ? response.statusCode : 0;
    series.add(status, ms);
    this.recent.add(now, ms);
    if (status >= 500) this.recent.fail(now);
    return { series, status, ms };
  }

  /** For whoever refuses requests under load. */
  countShed(reason: string): void {
    count(this.shed, reason);
  }

  /** For whoever replaces gateways: an attempt has ended. */
  countReload(outcome: ReloadOutcome): void {
    this.generation[outcome]++;
  }

  /** This generation serves from now on. */
  serve(number: number): void {
    Object.assign(this.generation, { number, since: new Date() });
  }

  #ofRoute({ methods, path }: ObservedRoute): RequestSeries {
    return this.request('rest', `${methods.join(',')} ${path}`, path);
  }

  #know(what: object, series: RequestSeries): RequestSeries {
    this.#known.set(what, series);
    return series;
  }
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}
