import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deepFreeze, isObject, RequestError, textOf } from '#base';
import { isSafeMethod } from '#edge';
import type { Context } from '#extension-api';
import { createOutbox } from '#extensions';
import { CallClocks, endTyped, newRequestId, openScope, type RequestScope, readBody } from '#http';
import type { RenderComponents } from '#pages';
import { createUrlBuilders } from '#rest';
import type { ExtensionDescription } from '../running/extension-description.ts';
import { readCallHeader } from '../wire/call-header.ts';
import { type CallHeader, type NotBegun, type WireDescription, wire } from '../wire/messages.ts';
import { toPlainError } from '../wire/plain-error.ts';
import { UsedNonces } from '../wire/used-nonces.ts';
import { gatewayBodyLimit } from './accept-gateway.ts';
import { answerCalls, forever } from './answer-calls.ts';
import { GatewayGraphql, parseJson, readCalls } from './answer-graphql.ts';
import { answerRest, removeOwnFields, sendPlainError } from './answer-rest.ts';
import { OpenCalls } from './open-calls.ts';
import type { CallKind, ServeMetrics } from './serve-metrics.ts';
import { type CodeParts, loadCode, type ServedCode } from './served-code.ts';
import { type ContextParts, ServedContext } from './served-context.ts';

/** Plain data, and the code around it. */
interface ServeParts extends CodeParts {
  /**
   * Checks that a request is the gateway's, which has checked the rest. Throws RequestError UNAUTHENTICATED 401.
   * Returns the nonce of its signature; undefined where there is none.
   */
  readonly accept: (request: IncomingMessage) => Promise<string | undefined> | undefined;
  /** Sends `context.query` and `context.files` to the gateway. Throws where there is none. */
  readonly gateway: ContextParts['gateway'];
  /** Undefined in a child process, whose calls the gateway counts. */
  readonly metrics?: ServeMetrics | undefined;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Of its signature. */
  readonly nonce?: string | undefined;
}

/** One extension over HTTP. Knows no gateway but by what it is asked, and by `askGateway`. */
export class ServedExtension {
  readonly #parts: ServeParts;
  readonly #instance = randomUUID();
  readonly #clocks = new CallClocks();
  readonly #nonces = new UsedNonces();
  readonly #contextParts: ContextParts;
  #code: ServedCode | undefined;
  #graphql: GatewayGraphql | undefined;
  readonly #open = new OpenCalls();
  #isDraining = false;
  /** Load balancers are to send no more. */
  #isLeaving = false;

  constructor(parts: ServeParts) {
    this.#parts = parts;
    const { data, database, gateway } = parts;
    const { extension, timeoutMs, shop, texts } = data;
    const clock = this.#clocks.of(timeoutMs);
    const builders = createUrlBuilders(data.addresses);
    const urlsOf: ContextParts['urlsOf'] = (locale) => builders(extension, locale);
    const own = { extension, timeoutMs, clock, shop, texts, settings: deepFreeze(data.settings) };
    const outbox = createOutbox({ ...data, id: extension });
    const compose = () => this.#code?.running.compose;
    this.#contextParts = { ...own, urlsOf, outbox, database, gateway, compose };
  }

  get #isReady(): boolean {
    return this.#code !== undefined && !this.#isDraining && !this.#isLeaving;
  }

  /** Runs the modules' top level and `start`. The extension is ready afterwards. Rejects with what `load` throws. */
  async start(): Promise<ServedCode> {
    const code = await loadCode(this.#parts);
    this.#graphql = code.subschema && new GatewayGraphql(code.subschema);
    this.#code = code;
    return code;
  }

  /** From now on its readiness is false, for load balancers. */
  unready(): void {
    this.#isLeaving = true;
  }

  /** The context of a call that is not the gateway's. */
  contextOf(scope: RequestScope): Context {
    const call = { scope, request: scope.request, ticket: undefined, isUnguarded: false };
    return new ServedContext(call, this.#contextParts);
  }

  /** From now on refuses calls as "not begun". Resolves when the running calls have ended, or soon after `ms`. */
  async drain(ms: number): Promise<void> {
    this.#isDraining = true;
    await this.#open.drain(ms);
  }

  /** Runs the extension's `stop`. Never rejects. */
  readonly stop = async (): Promise<void> => this.#code?.running.dispose();

  /** Answers one request of the gateway, or about health. Never rejects. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const exchange = { request, response, path };
    response.setHeader(wire.fields.instance, this.#instance);
    try {
      if (request.method === 'GET' && (await this.#answerHealth(exchange))) return;
      const nonce = await this.#parts.accept(request);
      await this.#answerGateway({ ...exchange, nonce });
    } catch (error) {
      this.#refuse(exchange, error);
    }
  };

  async #answerHealth({ path, request, response }: Exchange): Promise<boolean> {
    const { metrics } = this.#parts;
    if (path === wire.paths.live) sendText(request, response, 'ok\n');
    else if (path === wire.paths.ready) {
      // As JSON, since an extension that changes how its process writes JSON is not well.
      const { extension } = this.#parts.data;
      sendJson(request, response, this.#isReady ? 200 : 503, { ready: this.#isReady, extension });
    } else if (path === wire.paths.metrics && metrics !== undefined)
      sendText(request, response, await metrics.text({ running: this.#open.count, isReady: this.#isReady }));
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
    if (path === wire.paths.describe) {
      const described: WireDescription<ExtensionDescription> = {
        wire: wire.version,
        extension,
        contract,
        folder,
        instance: this.#instance,
        description: code.description,
      };
      sendJson(request, response, 200, described);
      return;
    }
    if (path === wire.paths.graphql) {
      await this.#answerGraphql(exchange);
      return;
    }
    const call = readCallHeader(textOf(request.headers[wire.fields.call]) ?? '');
    if (call === undefined)
      throw new RequestError('BAD_USER_INPUT', 400, 'The field "stoa-call" is missing or malformed.');
    if (!call.contracts.includes(contract.digest)) {
      this.#decline(exchange, { reason: 'contract', contract });
      return;
    }
    const isRender = path === wire.paths.render;
    if (!isRender && !isSafeMethod(request.method)) this.#beginOnce(exchange);
    const kind = path === wire.paths.task ? 'task' : 'rest';
    await this.observe(isRender ? 'render' : kind, () => this.#run(exchange, call, code));
  }

  /** Throws RequestError UNAUTHENTICATED 401 when the call has begun before. */
  #beginOnce({ nonce }: Exchange): void {
    if (nonce !== undefined) this.#nonces.use(nonce);
  }

  async #answerGraphql(exchange: Exchange): Promise<void> {
    const { contracts, calls } = readCalls(await readBody(exchange.request, gatewayBodyLimit));
    const { contract, extension } = this.#parts.data;
    if (!contracts.includes(contract.digest)) {
      this.#decline(exchange, { reason: 'contract', contract });
      return;
    }
    const graphql = this.#graphql;
    if (graphql === undefined) throw new Error(`${extension} has no GraphQL`);
    if (calls.some(({ questions }) => questions.some((one) => graphql.isMutation(one)))) this.#beginOnce(exchange);
    const { logger } = this.#parts;
    const parts = { graphql, scope: { logger, clocks: this.#clocks }, context: this.#contextParts };
    const observe = (work: () => Promise<void>): Promise<void> => this.observe('graphql', work);
    await answerCalls({ ...parts, observe }, calls, exchange);
  }

  /** Counts a call. `drain` waits for it. */
  async observe(kind: CallKind, work: () => Promise<void>): Promise<void> {
    const end = this.#parts.metrics?.begin(kind);
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      await this.#open.run(work);
      outcome = 'ok';
    } finally {
      end?.(outcome);
    }
  }

  async #run(exchange: Exchange, call: CallHeader, code: ServedCode): Promise<void> {
    const { request, response, path } = exchange;
    const isStreamed = call.rest?.streamed === true;
    const body = isStreamed
      ? undefined
      : await readBody(request, path === wire.paths.task ? gatewayBodyLimit : this.#parts.data.bodyLimit);
    const ticket = textOf(request.headers[wire.fields.ticket]);
    removeOwnFields(request, call);
    if (path === wire.paths.render) {
      sendJson(request, response, 200, await answerRender(code, body));
      return;
    }
    const [{ logger }, { settings, shop }] = [this.#parts, call];
    const { id, method, url, address, locale } = call.request;
    const exchanged = { request, response, requestId: id, timeoutMs: forever };
    const visitorOf = (): string | null => call.visitor ?? null;
    const scope = openScope({ logger, clocks: this.#clocks, visitorOf }, call.caller, exchanged);
    try {
      const { authorization } = request.headers;
      const own = authorization === undefined ? {} : { authorization };
      const shown = { id, method, url, address, locale, headers: { ...scope.request.headers, ...own } };
      const context = new ServedContext(
        { scope, request: shown, ticket, settings, shop, isUnguarded: true },
        this.#contextParts,
      );
      if (path !== wire.paths.task)
        return await scope.within(answerRest(code, { call, context, body, isStreamed, request, response }));
      await this.#open.runTask(context, scope.within(answerTask(code, context, body)));
      sendJson(request, response, 200, {});
    } finally {
      scope.close();
    }
  }

  #decline({ request, response }: Exchange, refusal: NotBegun): void {
    this.#parts.metrics?.refuse(refusal.reason);
    response.setHeader(wire.fields.notBegun, '1');
    response.setHeader('retry-after', '1');
    // A connection to an instance that ends has no further use.
    if (this.#isDraining) response.setHeader('connection', 'close');
    sendJson(request, response, 503, refusal);
  }

  /** Counts and logs a request whose sender is refused. */
  noteRefusal(request: IncomingMessage, reason: string): void {
    this.#parts.metrics?.refuse('unauthenticated');
    this.#parts.logger.warn('caller refused', { requestId: newRequestId(request), reason, path: request.url });
  }

  #refuse({ request, response }: Exchange, error: unknown): void {
    if (response.destroyed) return;
    // The gateway gets any other error. This one only cuts the answer off.
    if (response.headersSent) this.#parts.logger.error('answer cut off', { path: request.url, err: error });
    if (!(error instanceof RequestError) || error.status !== 401) {
      sendPlainError(response, error);
      return;
    }
    this.noteRefusal(request, error.message);
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    sendJson(request, response, 401, { errors: [{ message: error.message, extensions: { code: error.code } }] });
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  endTyped(request, response, { status, type: 'application/json' }, JSON.stringify(value));
}

function sendText(request: IncomingMessage, response: ServerResponse, text: string): void {
  endTyped(request, response, { status: 200, type: 'text/plain; charset=utf-8' }, text);
}

/** Runs the task that the gateway names. Rejects with the task's error. */
async function answerTask({ running }: ServedCode, context: Context, body: Buffer | undefined): Promise<void> {
  const asked = parseJson(body);
  if (!isObject(asked) || typeof asked.task !== 'string' || typeof asked.attempt !== 'number')
    throw new RequestError('BAD_USER_INPUT', 400, 'The body names no task.');
  const { task, attempt, input = null } = asked;
  await running.runTask({ task, attempt, input, context });
}

/** Renders the components that the gateway names. Answers plain data. */
async function answerRender({ running }: ServedCode, body: Buffer | undefined): Promise<readonly unknown[]> {
  const asked = parseJson(body);
  if (!isRenderRequest(asked)) throw new RequestError('BAD_USER_INPUT', 400, 'The body names no components.');
  const results = await running.render(asked);
  return results.map((one) => (one.kind === 'failed' ? { ...one, error: toPlainError(one.error) } : one));
}

function isRenderRequest(value: unknown): value is Parameters<RenderComponents>[0] {
  return isObject(value) && Array.isArray(value.components) && isObject(value.page) && isObject(value.areas);
}
