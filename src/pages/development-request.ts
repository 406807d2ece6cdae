import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, relative } from 'node:path';
import { browserFile, type Finding, RequestError } from '#base';
import { endResponse, parseRequestTarget, requestIdOf } from '#http';
import { developmentEvents, developmentScript } from './page-table.ts';
import type { PagesGateway } from './pages-gateway.ts';

interface DevelopmentExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The last saved change, when the gateway refused it. */
  readonly refused: RefusedChange | undefined;
}

/** Answers development requests: the overlay's script, and events that request a reload or report an error. */
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
      const { build } = await import('esbuild');
      const { outputFiles } = await build({
        entryPoints: [browserFile('development-overlay')],
        bundle: true,
        format: 'esm',
        write: false,
        logLevel: 'silent',
        tsconfigRaw: '{}',
      });
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      endResponse(request, response, outputFiles.map(({ text }) => text).join(''));
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

/** A change of the files that the gateway does not serve, since its build failed. */
export interface RefusedChange {
  readonly message: string;
  /** Empty when no file is at fault. */
  readonly findings: readonly Finding[];
}

/**
 * Tells a browser whose stream of events is open that a gateway serves, or why a change was refused. The stream ends
 * with its gateway, which it would keep alive. Then the browser connects to the next one. Other responses get nothing.
 */
export function sendDevelopmentEvent(response: ServerResponse, gateway: PagesGateway, refused?: RefusedChange): void {
  if (!response.headersSent || response.req.url?.startsWith(developmentEvents) !== true) return;
  if (refused === undefined) response.end(servingEvent(gateway));
  else response.write(refusedEvent(gateway, refused));
}

/** Which generation serves. A browser reloads pages of another one. */
function servingEvent({ pages }: Pick<PagesGateway, 'pages'>): string {
  return `data: ${pages.generation}\n\n`;
}

/** Why the last change was refused. `development-overlay.ts` shows it. */
function refusedEvent({ config }: Pick<PagesGateway, 'config'>, { message, findings }: RefusedChange): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const problems = errors.map(({ where: { file, line, column }, code, what, fix }) => ({
    place: [relative(dirname(config.file), file), line, column].filter((part) => part !== undefined).join(':'),
    code,
    what,
    fix,
  }));
  return `event: refused\ndata: ${JSON.stringify({ message, problems })}\n\n`;
}
