import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Finding, isObject, RequestError } from '#base';
import type { Caller } from '#extension-api';
import { CallClocks, endResponse, newRequestId, openScope, type RequestScope, readBody } from '#http';
import type { RenderRequest } from '#pages';
import {
  type CallHeader,
  type ExtensionDescription,
  type NotBegun,
  readCallHeader,
  toPlainError,
  type WireDescription,
  wireFields,
  wirePaths,
  wireVersion,
} from '#placement';
import { buildUrlBuilder } from '#rest';
import { gatewayBodyLimit, textOf } from './accept-gateway.ts';
import { answerCalls, forever } from './answer-calls.ts';
import { GatewayGraphql, parseJson, readCalls } from './answer-graphql.ts';
import { answerRest, sendPlainError } from './answer-rest.ts';
import { type CallKind, createServeMetrics, type ServeMetrics } from './serve-metrics.ts';
import type { ClientAnswers, ServedExtension, ServeParts } from './serve-parts.ts';
import { loadCode, type ServedCode } from './served-code.ts';
import { type ContextParts, ServedContext } from './served-context.ts';

/** Serves one extension over HTTP. Knows no gateway but by what it is asked, and by `askGateway`. */
export function serveExtension(parts: ServeParts): ServedExtension {
  return new Served(parts);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: (limit?: number) => Promise<Buffer | undefined>;
}

class Served implements ServedExtension {
  readonly #parts: ServeParts;
  readonly #instance = randomUUID();
  readonly #clocks = new CallClocks();
  readonly #contextParts: ContextParts;
  readonly #metrics: ServeMetrics;
  #code: ServedCode | undefined;
  #graphql: GatewayGraphql | undefined;
  #clients: ClientAnswers | undefined;
  #isDraining = false;
  /** Load balancers are to send no more. */
  #isLeaving = false;
  #drained: (() => void) | undefined;

  constructor(parts: ServeParts) {
    this.#parts = parts;
    const { data, database, askGateway } = parts;
    const { extension, timeoutMs, shop } = data;
    const clock = this.#clocks.of(timeoutMs);
    const url = buildUrlBuilder(data.addresses);
    this.#contextParts = { extension, timeoutMs, clock, shop, url, database, askGateway };
    this.#metrics = createServeMetrics(extension, () => this.#isReady);
  }

  get #isReady(): boolean {
    return this.#code !== undefined && !this.#isDraining && !this.#isLeaving;
  }

  async start(): Promise<void> {
    this.#code = await loadCode(this.#parts);
    const { subschema } = this.#code;
    this.#graphql = subschema && new GatewayGraphql(subschema);
    const { clients, logger } = this.#parts;
    this.#clients = clients?.({ code: this.#code, scope: { logger, clocks: this.#clocks } });
  }

  get findings(): readonly Finding[] {
    return this.#code?.description.findings ?? [];
  }

  unready(): void {
    this.#isLeaving = true;
  }

  metrics(): Promise<string> {
    return this.#metrics.text();
  }

  async drain(ms: number): Promise<void> {
    this.#isDraining = true;
    if (this.#metrics.running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#drained = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const { bodyLimit } = this.#parts.data;
    let reading: Promise<Buffer | undefined> | undefined;
    const body = (limit = bodyLimit): Promise<Buffer | undefined> => {
      reading ??= Promise.resolve(readBody(request, limit));
      return reading;
    };
    const exchange = { request, response, path, body };
    response.setHeader(wireFields.instance, this.#instance);
    try {
      if (request.method === 'GET' && (await this.#answerHealth(exchange))) return;
      const party = await this.#parts.accept({ request, body });
      if (party.kind === 'gateway') await this.#answerGateway(exchange);
      else await this.#answerClient(exchange, party.caller);
    } catch (error) {
      this.#refuse(exchange, error);
    }
  }

  /** Whether the path is one of health or metrics. */
  async #answerHealth({ path, request, response }: Exchange): Promise<boolean> {
    if (path === wirePaths.live) sendText(request, response, 200, 'ok\n');
    else if (path === wirePaths.ready) {
      // As JSON, since an extension that changes how its process writes JSON is not well.
      const { extension } = this.#parts.data;
      sendJson(request, response, this.#isReady ? 200 : 503, { ready: this.#isReady, extension });
    } else if (path === wirePaths.metrics) sendText(request, response, 200, await this.metrics());
    else return false;
    return true;
  }

  async #answerGateway(exchange: Exchange): Promise<void> {
    const { request, response, path } = exchange;
    const code = this.#code;
    if (this.#isDraining || code === undefined) {
      this.#decline(exchange, { reason: this.#isDraining ? 'draining' : 'starting' });
      return;
    }
    const { contract, extension, folder } = this.#parts.data;
    if (path === wirePaths.describe) {
      const told: WireDescription<ExtensionDescription> = {
        ...{ wire: wireVersion, extension, contract, folder },
        ...{ instance: this.#instance, description: code.description },
      };
      sendJson(request, response, 200, told);
      return;
    }
    if (path === wirePaths.graphql) {
      await this.#answerGraphql(exchange);
      return;
    }
    const call = readCallHeader(textOf(request.headers[wireFields.call]) ?? '');
    if (call === undefined)
      throw new RequestError('BAD_USER_INPUT', 400, 'The field "stoa-call" is missing or malformed.');
    if (!call.contracts.includes(contract.digest)) {
      this.#decline(exchange, { reason: 'contract', contract });
      return;
    }
    await this.#observed(exchange, path === wirePaths.render ? 'render' : 'rest', () =>
      this.#run(exchange, call, code),
    );
  }

  async #answerGraphql(exchange: Exchange): Promise<void> {
    const { contracts, calls } = readCalls(await exchange.body(gatewayBodyLimit));
    const { contract, extension } = this.#parts.data;
    if (!contracts.includes(contract.digest)) {
      this.#decline(exchange, { reason: 'contract', contract });
      return;
    }
    const graphql = this.#graphql;
    if (graphql === undefined) throw new Error(`${extension} has no GraphQL`);
    const { logger } = this.#parts;
    const parts = { graphql, scope: { logger, clocks: this.#clocks }, context: this.#contextParts };
    const observe = (work: () => Promise<void>): Promise<void> => this.#observed(exchange, 'graphql', work);
    await answerCalls({ ...parts, observe }, calls, exchange);
  }

  async #answerClient(exchange: Exchange, caller: Caller): Promise<void> {
    const answers = this.#clients;
    if (answers === undefined || this.#isDraining) {
      this.#decline(exchange, { reason: this.#isDraining ? 'draining' : 'starting' });
      return;
    }
    const { request } = exchange;
    const requestId = newRequestId(request);
    const contextOf = (scope: RequestScope): ServedContext =>
      new ServedContext({ scope, request: scope.request, ticket: undefined, isUnguarded: false }, this.#contextParts);
    const kind = exchange.path === wirePaths.graphql ? 'graphql' : 'rest';
    await this.#observed(exchange, kind, () => answers({ ...exchange, caller, requestId, contextOf }));
  }

  async #observed(exchange: Exchange, kind: CallKind, work: () => Promise<void>): Promise<void> {
    const end = this.#metrics.begin(kind);
    let outcome: 'ok' | 'failed' = 'ok';
    try {
      await work();
    } catch (error) {
      outcome = 'failed';
      this.#refuse(exchange, error);
    } finally {
      end(outcome);
      if (this.#metrics.running === 0) this.#drained?.();
    }
  }

  async #run(exchange: Exchange, call: CallHeader, code: ServedCode): Promise<void> {
    const { request, response, path } = exchange;
    const isStreamed = call.rest?.streamed === true;
    const body = isStreamed ? undefined : await exchange.body();
    const ticket = textOf(request.headers[wireFields.ticket]);
    removeOwnFields(request, call);
    if (path === wirePaths.render) {
      await this.#render(exchange, code, body);
      return;
    }
    const { logger } = this.#parts;
    const { id, method, url, address } = call.request;
    const exchanged = { request, response, requestId: id, timeoutMs: forever };
    const scope = openScope({ logger, clocks: this.#clocks }, call.caller, exchanged);
    try {
      const { authorization } = request.headers;
      const own = authorization === undefined ? {} : { authorization };
      const shown = { id, method, url, address, headers: { ...scope.request.headers, ...own } };
      const context = new ServedContext({ scope, request: shown, ticket, isUnguarded: true }, this.#contextParts);
      await scope.within(answerRest(code, { call, context, body, isStreamed, request, response }));
    } finally {
      scope.close();
    }
  }

  async #render({ request, response }: Exchange, { render }: ServedCode, body: Buffer | undefined): Promise<void> {
    if (render === undefined) throw new Error(`${this.#parts.data.extension} has no pages`);
    const asked = parseJson(body);
    if (!isRenderRequest(asked)) throw new RequestError('BAD_USER_INPUT', 400, 'The body names no components.');
    const results = await render(asked);
    const told = results.map((one) => (one.kind === 'failed' ? { ...one, error: toPlainError(one.error) } : one));
    sendJson(request, response, 200, told);
  }

  #decline({ request, response }: Exchange, told: NotBegun): void {
    this.#metrics.refuse(told.reason);
    response.setHeader(wireFields.notBegun, '1');
    response.setHeader('retry-after', '1');
    // A connection to an instance that ends has no further use.
    if (this.#isDraining) response.setHeader('connection', 'close');
    sendJson(request, response, 503, told);
  }

  #refuse({ request, response }: Exchange, error: unknown): void {
    if (response.destroyed) return;
    const { logger } = this.#parts;
    // The gateway gets any other error. This one only cuts the answer off.
    if (response.headersSent) logger.error('answer cut off', { path: request.url, err: error });
    if (!(error instanceof RequestError) || error.status !== 401) {
      sendPlainError(response, error);
      return;
    }
    this.#metrics.refuse('unauthenticated');
    logger.warn('caller refused', { requestId: newRequestId(request), reason: error.message, path: request.url });
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    sendJson(request, response, 401, { errors: [{ message: error.message, extensions: { code: error.code } }] });
  }
}

/** Gives a handler the header fields that the client sent. */
function removeOwnFields(request: IncomingMessage, { rest }: CallHeader): void {
  const own: ReadonlySet<string> = new Set(Object.values(wireFields));
  const kept: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (own.has(lower)) delete request.headers[lower];
    else if (lower !== 'host') kept.push(name, value);
  }
  delete request.headers.host;
  if (rest?.host !== undefined) {
    request.headers.host = rest.host;
    kept.push('Host', rest.host);
  }
  request.rawHeaders = kept;
}

function isRenderRequest(value: unknown): value is RenderRequest {
  return isObject(value) && Array.isArray(value.components) && isObject(value.page) && isObject(value.areas);
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  endResponse(request, response, JSON.stringify(value));
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  endResponse(request, response, text);
}
