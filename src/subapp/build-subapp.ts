import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import type { Express } from 'express';
import type { Logger } from '../base/logger.ts';
import type { BundleModule } from '../build/bundle.ts';
import type { EndpointManifest, ExtensionManifest } from '../extensions/manifest.ts';
import { type Chain, chainsOf } from './check-handlers.ts';
import { adoptResponses } from './express-responses.ts';
import { type CompleteBody, extensionBody } from './extension-body.ts';
import { requestsOf } from './extension-request.ts';
import type { RestExchange } from './rest-exchange.ts';
import { type ChainHandler, runChain } from './run-chain.ts';
import { untilAnswered } from './until-answered.ts';

export interface SubappParts {
  readonly manifest: ExtensionManifest;
  /** What the extension's bundle exports; checked here. */
  readonly handlers: BundleModule['handlers'];
  readonly logger: Logger;
}

/**
 * One extension's REST part. Its requests and responses are those of an Express application of its own, which shares nothing
 * with its neighbours'; the application's stack is not used, since the gateway has matched the path already.
 */
export interface Subapp {
  /** Resolves when the answer has been sent, or the client has left; rejects with what the extension threw. */
  readonly handle: (exchange: RestExchange) => Promise<void>;
}

/** Throws StartupError when a handler file's default export is not a function. */
export function buildSubapp({ manifest, handlers, logger }: SubappParts): Subapp {
  const chains = new Map(chainsOf(manifest, handlers).map((chain) => [chain.endpoint.routeId, prepare(chain)]));
  const app = buildApp();
  const newRequest = requestsOf(app);
  const adoptResponse = adoptResponses(app);

  return {
    handle: (exchange) =>
      untilAnswered(exchange, logger, (leave) => {
        const { endpoint, response } = exchange;
        const chain = chains.get(endpoint.routeId);
        if (chain === undefined) throw new Error(`the subapp has no endpoint ${endpoint.routeId}`);
        const request = newRequest(exchange);
        chain.completeBody(request);
        adoptResponse(response, request, exchange.fields);
        runChain(chain.handlers, { request, response }, leave);
        return request;
      }),
  };
}

const require = createRequire(import.meta.url);

function buildApp(): Express {
  // Seventy modules, loaded with the first extension that has endpoints.
  const express: typeof import('express') = require('express');
  return express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
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
