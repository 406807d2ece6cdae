import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Express } from 'express';
import { asError, type Logger, requireOwn } from '#base';
import type { BundleModule } from '#bundle';
import { inWords } from '#extension-error';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import { isEnded } from '#http';
import { type Chain, chainsOf } from './check-handlers.ts';
import { ClientConnection, runOutside } from './client-connection.ts';
import { extensionBody } from './extension-body.ts';
import { defineHeadersDistinct } from './extension-headers.ts';
import { defineClientInfo, ExtensionRequest } from './extension-request.ts';
import { ExtensionResponse } from './extension-response.ts';
import type { RestExchange } from './rest-exchange.ts';
import { type ChainHandler, runChain } from './run-chain.ts';

export interface SubappParts {
  readonly manifest: ExtensionManifest;
  /** The exports of the extension's bundle, which buildSubapp checks. */
  readonly handlers: BundleModule['handlers'];
  readonly logger: Logger;
}

/**
 * The REST part of one extension. Requests and responses belong to its own Express application. The application has
 * one middleware, which runs the endpoint's handlers: the gateway has already matched the path. Throws StartupError
 * when a handler file's default export is not a function. Returns a function whose promise resolves when the response
 * is sent, or the client has disconnected, and rejects with the extension's error.
 */
export function buildSubapp({ manifest, handlers, logger }: SubappParts) {
  const chains = new Map(chainsOf(manifest, handlers).map((chain) => [chain.endpoint.routeId, prepare(chain, logger)]));
  const app = buildApp().use((request, response) => {
    const { params, handlers, leave } = ExtensionRequest.workOf(request);
    // Replaces the parameters that Express found in its own path.
    Object.assign(request, { params });
    runChain(handlers, { request, response }, leave);
  });

  const build = constructorsOf(app);

  return (exchange: RestExchange): Promise<void> =>
    waitForResponse(exchange, logger, (leave) => {
      const { endpoint } = exchange;
      // The client would take bytes beyond the announced length for the next response on the connection.
      exchange.response.strictContentLength = true;
      const chain = chains.get(endpoint.routeId);
      if (chain === undefined) throw new Error(`the subapp has no endpoint ${endpoint.routeId}`);
      const connection = new ClientConnection(exchange.client, exchange.response);
      const request = build.request(exchange, { handlers: chain.handlers, leave, connection });
      chain.giveBody(request, exchange);
      const response = build.response(request, {
        response: exchange.response,
        connection,
        encoding: exchange.encoding,
        onRefused: chain.refuse,
      });
      connection.passTimeouts(response, request);
      response.setMaxListeners(manyListeners);
      app(request, response);
      return { request, response };
    });
}

/** One `pipeline` of an extension adds seven listeners. At Node's default of 10, Node prints a warning. */
const manyListeners = 30;

function buildApp(): Express {
  // Express has seventy modules. The first extension with endpoints loads them.
  const express: typeof import('express') = requireOwn('express');
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // An extension that changes the methods of its requests or responses must not change those of its neighbours.
  for (const part of ['request', 'response'] as const) {
    const shared: object = Object.getPrototypeOf(app[part]);
    const own: object = Object.create(Object.getPrototypeOf(shared), Object.getOwnPropertyDescriptors(shared));
    Object.defineProperty(app, part, { value: Object.create(own, Object.getOwnPropertyDescriptors(app[part])) });
  }
  // Express documents this way to change requests and responses ("Overriding the Express API").
  defineClientInfo(app.request, ExtensionRequest.clientOf);
  defineHeadersDistinct(app.request);
  ExtensionResponse.define(app.response);
  return app;
}

/** Builds messages with the prototypes that Express gives them: an object whose prototype is replaced becomes slow. */
function constructorsOf(app: Express) {
  const Request = withPrototype(app.request);
  const Response = withPrototype(app.response);
  return {
    request: (...parts: ConstructorParameters<typeof ExtensionRequest>): ExtensionRequest =>
      Reflect.construct(ExtensionRequest, parts, Request),
    response: (...parts: ConstructorParameters<typeof ExtensionResponse>): ExtensionResponse =>
      Reflect.construct(ExtensionResponse, parts, Response),
  };
}

function withPrototype(prototype: object): () => void {
  return Object.assign(
    function Message() {
      // Reflect.construct reads the prototype alone.
    },
    { prototype },
  );
}

function prepare({ endpoint, handlers }: Chain, logger: Logger) {
  let isReported = false;
  return {
    /** Reports that a handler tried to set this field of the gateway. */
    refuse: (field: string): void => {
      // Once, since each request of the route would have the line.
      if (isReported) return;
      isReported = true;
      const { extension, routeId: route } = endpoint;
      logger.warn('extension set a field of the gateway, which dropped it', { extension, route, field });
    },
    handlers: handlers.map(
      ({ file, run }): ChainHandler => ({
        run,
        handlesErrors: run.length === 4,
        failure: (thrown) => notAnError(thrown, file.file, endpoint),
      }),
    ),
    giveBody: extensionBody(endpoint),
  };
}

function notAnError(thrown: unknown, file: string, { routeId }: EndpointManifest): Error {
  return new Error(`the handler ${file} of ${routeId} threw ${inspect(thrown, { depth: 0 })}, not an Error`);
}

/**
 * Runs an exchange until its response is sent or the client has disconnected. Rejects with the error of a chain that
 * ended before, and when one ends without response and error: the client would wait forever.
 */
function waitForResponse(
  exchange: RestExchange,
  logger: Logger,
  run: (leave: (error?: unknown) => void) => Messages,
): Promise<void> {
  const { response } = exchange;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const answered = (): void => {
      isAnswered = true;
      resolve();
    };
    let messages: Messages | undefined;
    // 'close' follows the last byte, or the client's disconnect.
    response.on('close', () => {
      answered();
      if (messages !== undefined) runOutside(endMessages.bind(undefined, messages, response));
    });
    if (response.destroyed) answered();

    messages = run((error) => {
      if (error === undefined || error === null) {
        if (!response.headersSent && !isAnswered) reject(unanswered(exchange));
      } else if (isAnswered || isEnded(response)) {
        logLate(exchange, logger, error);
      } else {
        reject(inWords(error, (key, values) => exchange.context.text(key, values)));
      }
    });
  });
}

interface Messages {
  readonly request: ExtensionRequest;
  readonly response: ExtensionResponse;
}

// Node does the same with the client's request: code that waits for 'close' or 'aborted' stops its timer or stream.
function endMessages({ request, response }: Messages, { writableFinished }: ServerResponse): void {
  if (!request.closed) {
    if (!writableFinished) request.destroy();
    else if (request.readableFlowing === null && request.listenerCount('close') > 0) request.resume();
  }
  response.leave();
}

function unanswered({ endpoint }: RestExchange): Error {
  const file = endpoint.handlers.at(-1)?.file;
  return new Error(`the handlers of ${endpoint.routeId} ended without an answer: the last one, ${file}, called next()`);
}

// The response is sent, so only the log can report this error. When the signal was aborted, a failure is expected.
function logLate({ endpoint, context }: RestExchange, logger: Logger, error: unknown): void {
  const fields = {
    requestId: context.request.id,
    extension: endpoint.extension,
    route: endpoint.routeId,
    err: asError(error),
  };
  if (context.signal.aborted) logger.debug('handler stopped', fields);
  else logger.error('handler failed after its answer', fields);
}
