import { inspect } from 'node:util';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from '../base/logger.ts';
import type { BundleModule } from '../build/bundle.ts';
import type { EndpointManifest, ExtensionManifest, HandlerFile } from '../extensions/manifest.ts';
import { type Chain, checkHandlers, type HandlerFunction } from './check-handlers.ts';
import { extensionRequest, setCoercedInput } from './extension-request.ts';
import type { RestExchange } from './rest-exchange.ts';
import { untilAnswered } from './until-answered.ts';

export interface SubappParts {
  readonly manifest: ExtensionManifest;
  /** What the extension's bundle exports; checked here. */
  readonly handlers: BundleModule['handlers'];
  readonly logger: Logger;
}

/** One extension's REST part: an Express application of its own, which shares nothing with its neighbours'. */
export interface Subapp {
  /** Resolves when the answer has been sent, or the client has left; rejects with what the extension threw. */
  readonly handle: (exchange: RestExchange) => Promise<void>;
}

/** Throws StartupError when a handler file's default export is not a function. */
export function buildSubapp({ manifest, handlers, logger }: SubappParts): Subapp {
  const chains = checkHandlers(manifest, handlers);
  const tasks = new WeakMap<object, Task>();
  const taskOf = (request: object): Task => {
    const task = tasks.get(request);
    if (task === undefined) throw new Error('a subapp only answers requests that it made itself');
    return task;
  };
  const app = buildApp(chains, taskOf);

  return {
    handle: (exchange) =>
      untilAnswered(exchange, logger, (leave) => {
        const request = extensionRequest(exchange);
        tasks.set(request, { exchange, leave });
        app(request, exchange.response);
      }),
  };
}

/** One exchange in the application. */
interface Task {
  readonly exchange: RestExchange;
  /** The chain is left: with what was thrown or given to next(), or with nothing when it has come to its end. */
  readonly leave: (error?: unknown) => void;
}

type TaskOf = (request: object) => Task;

function buildApp(chains: readonly Chain[], taskOf: TaskOf): Express {
  const routers = new Map<string, Router>(chains.map((chain) => [chain.endpoint.routeId, buildRouter(chain, taskOf)]));
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // The gateway has matched the path already: the chain is found by its routeId.
  app.use((request, response, next) => {
    const { routeId } = taskOf(request).exchange.endpoint;
    const router = routers.get(routeId);
    if (router === undefined) throw new Error(`the subapp has no endpoint ${routeId}`);
    router(request, response, next);
  });
  app.use((request, _response, _next) => taskOf(request).leave());
  const onError: ErrorRequestHandler = (error, request, _response, _next) => taskOf(request).leave(error);
  app.use(onError);
  return app;
}

function buildRouter({ endpoint, handlers }: Chain, taskOf: TaskOf): Router {
  const router = express.Router();
  const setInput: RequestHandler = (request, _response, next) => {
    setCoercedInput(request, taskOf(request).exchange);
    next();
  };
  // An expression that matches whatever the path is, since Express has no way to mount a chain without one.
  router.route(/^/).all(setInput, ...handlers.map(({ file, run }) => guard(file, run, endpoint)));
  return router;
}

/**
 * Express takes a thrown `undefined` for "go on" and a thrown "route" for "leave this chain", so that a guard which throws
 * one would let the request through. Whatever is thrown is made an Error; only what is passed to next() may steer.
 */
function guard(
  file: HandlerFile,
  run: HandlerFunction,
  endpoint: EndpointManifest,
): RequestHandler | ErrorRequestHandler {
  const call = async (...received: readonly unknown[]): Promise<void> => {
    try {
      await run(...received);
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      throw new Error(
        `the handler ${file.file} of ${endpoint.routeId} threw ${inspect(thrown, { depth: 0 })}, not an Error`,
      );
    }
  };
  // Express tells error handlers by their four parameters.
  const onError: ErrorRequestHandler = (error, request, response, next) => call(error, request, response, next);
  const onRequest: RequestHandler = (request, response, next) => call(request, response, next);
  return run.length === 4 ? onError : onRequest;
}
