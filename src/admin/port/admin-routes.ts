import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health } from './health.ts';
import type { Metrics } from './metric-registry.ts';

export interface AdminRoute {
  /** A GET route also answers HEAD. */
  readonly method: 'GET' | 'POST';
  /** A path, or `/console/*` for all paths below one. */
  readonly path: string;
  /** A thrown error is logged and answered with 500. */
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}

/** The first match answers, so more specific paths come first. */
export type AdminRoutes = readonly AdminRoute[];

/** The routes for probes. They answer from the first moment of a start. */
export function probeRoutes(health: Health): AdminRoutes {
  return [
    // Any response proves that the event loop runs.
    { method: 'GET', path: '/livez', handle: (_request, response) => sendText(response, 200, 'ok\n') },
    { method: 'GET', path: '/readyz', handle: (request, response) => answerReady(health, request, response) },
    {
      method: 'GET',
      path: '/startupz',
      handle: (request, response) =>
        health.hasBegun ? sendText(response, 200, 'started\n') : answerReady(health, request, response),
    },
  ];
}

/** What the port answers for all else while the shop is not open. */
export const closedRoutes: AdminRoutes = (['GET', 'POST'] as const).map((method) => ({
  method,
  path: '/*',
  handle: (_request, response) => {
    response.setHeader('retry-after', '1');
    sendText(response, 503, 'The shop is starting; /readyz says what it does.\n');
  },
}));

/** The routes for probes and scrapers. */
export function operatingRoutes(health: Health, metrics: Metrics): AdminRoutes {
  return [
    ...probeRoutes(health),
    {
      method: 'GET',
      path: '/metrics',
      handle: async (_request, response) => {
        const { contentType, text } = await metrics.read();
        response.setHeader('content-type', contentType);
        response.end(text);
      },
    },
  ];
}

async function answerReady(health: Health, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcomes = await health.look();
  const isReady = outcomes.every(({ reason }) => reason === undefined);
  const isVerbose = new URLSearchParams(request.url?.split('?')[1]).has('verbose');
  const wanted = outcomes.filter(({ reason }) => isVerbose || reason !== undefined);
  const lines = wanted.map(({ name, reason }) => (reason === undefined ? `[+] ${name}: ok` : `[-] ${name}: ${reason}`));
  sendText(response, isReady ? 200 : 503, `${[...lines, isReady ? 'ready' : 'not ready'].join('\n')}\n`);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(text);
}
