import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import type { Express } from 'express';
import type { Logger } from '../base/logger.ts';
import type { BundleModule } from '../build/bundle.ts';
import type { EndpointManifest, ExtensionManifest } from '../extensions/manifest.ts';
import { type Chain, checkHandlers } from './check-handlers.ts';
import { type CompleteBody, extensionBody } from './extension-body.ts';
import { showHeaders } from './extension-headers.ts';
import { ExtensionRequest } from './extension-request.ts';
import { finalHead } from './final-head.ts';
import type { RestExchange } from './rest-exchange.ts';
import { type ChainHandler, runChain } from './run-chain.ts';
import { showClient } from './show-client.ts';
import { untilAnswered } from './until-answered.ts';

export interface SubappParts {
  readonly manifest: ExtensionManifest;
  /** What the extension's bundle exports; checked here. */
  readonly handlers: BundleModule['handlers'];
  readonly logger: Logger;
}

/**
 * One extension's REST part. Its requests and responses are those of an Express application of its own. The application has one
 * middleware, which runs the endpoint's handlers: the gateway has matched the path already.
 */
export interface Subapp {
  /** Resolves when the answer has been sent, or the client has left; rejects with what the extension threw. */
  readonly handle: (exchange: RestExchange) => Promise<void>;
}

/** Throws StartupError when a handler file's default export is not a function. */
export function buildSubapp({ manifest, handlers, logger }: SubappParts): Subapp {
  const chains = new Map(checkHandlers(manifest, handlers).map((chain) => [chain.endpoint.routeId, prepare(chain)]));
  const app = buildApp().use((request, response) => {
    const { params, handlers, leave } = ExtensionRequest.workOf(request);
    // In the place of those that Express has found in its own path.
    Object.assign(request, { params });
    runChain(handlers, { request, response }, leave);
  });

  return {
    handle: (exchange) =>
      untilAnswered(exchange, logger, (leave) => {
        const { endpoint, response } = exchange;
        const chain = chains.get(endpoint.routeId);
        if (chain === undefined) throw new Error(`the subapp has no endpoint ${endpoint.routeId}`);
        const request = new ExtensionRequest(exchange, { handlers: chain.handlers, leave });
        chain.completeBody(request);
        // More bytes than announced would be taken for the next answer on the same connection.
        response.strictContentLength = true;
        response.setMaxListeners(manyListeners);
        app(request, response);
        return request;
      }),
  };
}

/** The gateway listens four times, and one `pipeline` of an extension's seven; Node's own 10 would be a warning on the console. */
const manyListeners = 30;

const require = createRequire(import.meta.url);

function buildApp(): Express {
  // Seventy modules, loaded with the first extension that has endpoints.
  const express: typeof import('express') = require('express');
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // Express's own way to change what its requests and responses do ("Overriding the Express API").
  showClient(app.request, ExtensionRequest.clientOf);
  showHeaders(app.request);
  Object.defineProperty(app.response, 'writeHead', { value: finalHead, writable: true, configurable: true });
  return app;
}

interface PreparedChain {
  readonly handlers: readonly ChainHandler[];
  readonly completeBody: CompleteBody;
}

function prepare({ endpoint, handlers }: Chain): PreparedChain {
  return {
    handlers: handlers.map(({ file, run }) => ({
      run,
      handlesErrors: run.length === 4,
      failure: (thrown) => notAnError(thrown, file.file, endpoint),
    })),
    completeBody: extensionBody(endpoint),
  };
}

function notAnError(thrown: unknown, file: string, { routeId }: EndpointManifest): Error {
  return new Error(`the handler ${file} of ${routeId} threw ${inspect(thrown, { depth: 0 })}, not an Error`);
}
