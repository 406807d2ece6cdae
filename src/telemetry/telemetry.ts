import type { ServerResponse } from 'node:http';
import { type ExtensionId, requestErrorCodes } from '#base';
import { credentialRefusals, graphqlErrorCodes, NamedCounts } from './named-counts.ts';
import { observationOf } from './observed-response.ts';
import { OperationDurations } from './operation-durations.ts';
import { RecentErrors } from './recent-errors.ts';
import { ExtensionSeries, type RequestKind, RequestSeries } from './request-histograms.ts';
import { RingBuffer } from './ring-buffer.ts';
import type { Tracing } from './tracing.ts';

/** Maximum number of names. Further names count as one, so that reloads with renamed routes do not grow memory. */
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

/** The circuit of an extension's calls. Its counts begin again when the extension is loaded anew. */
export interface Circuit {
  readonly state: 'closed' | 'open' | 'half-open';
  /** How often the circuit has opened. */
  readonly opened: number;
  readonly timedOut: number;
  /** Calls that were refused while the circuit was open, or while too many statements waited. */
  readonly refused: number;
}

/** What of a gateway has metrics before their first request. */
export interface ObservedGateway {
  readonly generation: number;
  readonly routes: { readonly endpoints: readonly ObservedRoute[] };
  readonly pages: { readonly groups: ReadonlyMap<string, ObservedPage> };
  readonly extensions: ReadonlyMap<ExtensionId, { readonly calls: { readonly report: Circuit } }>;
}

/** What waits in the queue of events and jobs. */
export interface QueueState {
  /** Tasks that are due, and that this process could take. */
  readonly waiting: number;
  /** For how long the oldest of them has been due. */
  readonly oldestSeconds: number;
  /** Tasks that have failed for the last time. */
  readonly dead: number;
}

/** Attempts of a task of an extension. */
export interface TaskSeries {
  readonly extension: string;
  readonly task: string;
  done: number;
  failed: number;
  ms: number;
}

/** A finished HTTP request. */
interface EndedRequest {
  readonly series: RequestSeries;
  /** 0 when the client disconnected before the response. */
  readonly status: number;
  readonly ms: number;
}

/** Counters of the process, as plain numbers. Each of its gateways writes to them; `/metrics` and charts read them. */
export class Telemetry {
  /** Undefined without a registered OpenTelemetry SDK. Requests then skip tracing. */
  readonly tracing: Tracing | undefined;
  /** All HTTP requests of the last five minutes. A status of 500 and above is an error. */
  readonly recent = new RingBuffer();
  readonly errors = new RecentErrors();
  readonly operationDurations = new OperationDurations();
  /** HTTP requests without a response so far. */
  inFlight = 0;
  /** Executed operations by kind, including those of pages and of `context.query`. */
  readonly operations = { compiled: 0, planned: 0, introspection: 0 };
  /** Plans whose results graphql-js had to complete, because of an error or an irregular value. */
  replayed = 0;
  /** The serving generation, its start time, and the numbers of reloads that succeeded and that were refused. */
  readonly generation = { number: 1, since: new Date(), replaced: 0, refused: 0 };
  /** The circuit of each extension in the serving gateway. */
  readonly circuits = new Map<ExtensionId, () => Circuit>();
  /** Requests that were refused because of overload, by reason. */
  readonly shed = new NamedCounts(['load']);
  /** Errors in answers of the GraphQL endpoint, by code. */
  readonly graphqlErrors = new NamedCounts([...requestErrorCodes, ...graphqlErrorCodes]);
  readonly refusedCredentials = new NamedCounts(credentialRefusals);
  readonly extensions = new Map<ExtensionId, ExtensionSeries>();
  /** Attempts that this process has ended. */
  readonly tasks = new Map<string, TaskSeries>();
  /** Asks PostgreSQL what waits. Undefined without a queue. */
  queue: (() => Promise<QueueState>) | undefined;
  readonly #requests = new Map<RequestKind, Map<string, RequestSeries>>();
  readonly #known = new WeakMap<object, RequestSeries>();

  /** Requests that match no route or page. */
  readonly unmatched = this.request('unmatched', 'unmatched');
  readonly asset = this.request('asset', 'asset', '/assets/*');
  readonly graphql = {
    refused: this.request('graphql', 'refused', '/graphql'),
    query: this.request('graphql', 'query', '/graphql'),
    mutation: this.request('graphql', 'mutation', '/graphql'),
    subscription: this.request('graphql', 'subscription', '/graphql'),
  };

  constructor({ tracing }: { readonly tracing?: Tracing | undefined } = {}) {
    this.tracing = tracing;
  }

  /** The series of a task, which is there from the first scrape on. */
  task(extension: string, task: string): TaskSeries {
    const name = `${extension}/${task}`;
    const series = this.tasks.get(name) ?? { extension, task, done: 0, failed: 0, ms: 0 };
    this.tasks.set(name, series);
    return series;
  }

  /** Counts an attempt of a task. */
  endTask(extension: string, task: string, { ms, failed }: { readonly ms: number; readonly failed: boolean }): void {
    const series = this.task(extension, task);
    series[failed ? 'failed' : 'done']++;
    series.ms += ms;
  }

  /** The series of a route. The next gateway gets the same series for the same route. */
  route(endpoint: ObservedRoute): RequestSeries {
    return (
      this.#known.get(endpoint) ??
      this.#know(endpoint, this.request('rest', `${endpoint.methods.join(',')} ${endpoint.path}`, endpoint.path))
    );
  }

  page(page: ObservedPage): RequestSeries {
    return this.#known.get(page) ?? this.#know(page, this.request('page', page.group, page.path));
  }

  /** The series of a name. Only for names of which there are few. */
  request(kind: RequestKind, name: string, route?: string): RequestSeries {
    const ofKind = this.#requests.get(kind) ?? new Map<string, RequestSeries>();
    this.#requests.set(kind, ofKind);
    const bounded = ofKind.size < maxNames || ofKind.has(name) ? name : 'other';
    const series = ofKind.get(bounded) ?? new RequestSeries(kind, bounded, route);
    // A page keeps its name when gateway.yaml changes its path.
    series.route = route;
    ofKind.set(bounded, series);
    return series;
  }

  extension(id: ExtensionId): ExtensionSeries {
    const series = this.extensions.get(id) ?? new ExtensionSeries();
    this.extensions.set(id, series);
    return series;
  }

  get requests(): readonly RequestSeries[] {
    return [...this.#requests.values()].flatMap((ofKind) => [...ofKind.values()]);
  }

  /** Counts a request whose response was closed. */
  finish(response: ServerResponse): EndedRequest | undefined {
    const observed = observationOf(response);
    if (observed === undefined) return undefined;
    const now = performance.now();
    const { series = this.unmatched } = observed;
    const ms = now - observed.begun;
    const status = response.headersSent ? response.statusCode : 0;
    series.add(status, ms);
    series.recent.add(now, ms);
    observed.operation?.recent.add(now, ms);
    this.recent.add(now, ms);
    if (status >= 500) this.recent.fail(now);
    // A request that was refused because of overload has no series: each would be the same line.
    if ((status >= 500 && observed.series !== undefined) || this.errors.hasOpen) {
      const requestId = observed.requestId ?? String(response.getHeader('x-request-id'));
      this.errors.answered({ requestId, kind: series.kind, name: observed.operation?.label ?? series.name, status });
    }
    return { series, status, ms };
  }

  /** Counts the errors of an answer of the GraphQL endpoint. */
  countGraphqlErrors(errors: readonly { readonly extensions?: { readonly code?: unknown } }[]): void {
    for (const { extensions } of errors) this.graphqlErrors.add(String(extensions?.code));
  }

  /** Sets the generation that serves. */
  beginGeneration(number: number): void {
    Object.assign(this.generation, { number, since: new Date() });
  }

  /** Sets the gateway that serves. Its routes, pages and extensions have metrics from here on. */
  serve({ generation: number, routes, pages, extensions }: ObservedGateway): void {
    this.beginGeneration(number);
    for (const endpoint of routes.endpoints) this.route(endpoint);
    for (const page of pages.groups.values()) this.page(page);
    this.circuits.clear();
    for (const [id, { calls }] of extensions) {
      this.extension(id);
      this.circuits.set(id, () => calls.report);
    }
  }

  #know(what: object, series: RequestSeries): RequestSeries {
    this.#known.set(what, series);
    return series;
  }
}
