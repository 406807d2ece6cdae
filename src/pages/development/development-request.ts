import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserFile } from '../../base/own-files.ts';
import { RequestError } from '../../base/request-error.ts';
import { endResponse } from '../../http/end-response.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { parseRequestTarget } from '../../http/request-target.ts';
import { developmentEvents, developmentScript } from '../development-script.ts';
import type { PagesGateway } from '../pages-gateway.ts';
import { type RefusedChange, refusedEvent, servingEvent } from './development-events.ts';

interface DevelopmentExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The last saved change, when the gateway refused it. */
  readonly refused: RefusedChange | undefined;
}

/**
 * Answers the pages' requests in development: the overlay's script, and events that request a reload or report an
 * error.
 */
export async function handleDevelopmentRequest(
  gateway: PagesGateway,
  { request, response, refused }: DevelopmentExchange,
): Promise<void> {
  requestIdOf(request, response);
  const { path } = parseRequestTarget(request.url);
  if (!gateway.development || request.method !== 'GET')
    throw new RequestError('NOT_FOUND', 404, `There is no route ${request.method} ${path}.`);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  switch (path) {
    case developmentScript: {
      const { transform } = await import('esbuild');
      const { code } = await transform(await readFile(browserFile('development-overlay')), { loader: 'ts' });
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      endResponse(request, response, code);
      break;
    }
    case developmentEvents:
      response.setHeader('content-type', 'text/event-stream; charset=utf-8');
      // The response stays open until the gateway is replaced. Then the browser connects to the next gateway.
      response.write(`retry: 300\n${servingEvent(gateway)}`);
      if (refused !== undefined) response.write(refusedEvent(gateway, refused));
      break;
    default:
      throw new RequestError('NOT_FOUND', 404, `There is no route GET ${path}.`);
  }
}
