import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Finding, Logger } from '#base';
import type { Config } from '#config';
import { hostnameOf, isLoopback } from '#edge';
import { type Address, listen } from '#http';
import { type AdminRoutes, sendText } from './admin-routes.ts';

export interface AdminParts {
  readonly config: Pick<Config, 'file' | 'server'>;
  /** Read at each request, so that a getter may replace them. */
  readonly routes: AdminRoutes;
  readonly logger: Logger;
  /** Called when the default port is taken and the server listens on another one. */
  readonly warn?: ((warnings: readonly Finding[]) => void) | undefined;
}

export interface AdminServer extends Address {
  close(): Promise<void>;
}

/**
 * Listens on the admin port, unless gateway.yaml disables it. Throws StartupError PORT_IN_USE or PORT_REFUSED when
 * the operator chose the port and it is not available.
 */
export async function startAdminServer(parts: AdminParts): Promise<AdminServer | undefined> {
  const { config, logger, warn } = parts;
  const { host, port, isPortChosen } = config.server.admin;
  if (port === false) return undefined;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    answer(parts.routes, { request, response, host }).catch((err: unknown) => {
      logger.error('admin request failed', { path: request.url?.split('?')[0], err });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'That went wrong; the log has the reason.\n');
    });
  });
  const option = { name: 'the admin server', key: 'server.admin.port', flag: '--admin-port' } as const;
  const otherwise = isPortChosen ? undefined : (finding: Finding) => warn?.([finding]);
  const address = await listen(server, { ...option, file: config.file, host, port, otherwise });
  server.on('error', (err) => logger.error('admin server failed', { err }));
  return {
    ...address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface AdminRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The address that the server listens on. */
  readonly host: string;
}

async function answer(routes: AdminRoutes, { request, response, host }: AdminRequest): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  const refusal = refusalOf(request, host);
  if (refusal !== undefined) return sendText(response, 403, `${refusal}\n`);

  const [path = ''] = (request.url ?? '').split('?');
  const there = routes.filter((route) =>
    route.path.endsWith('/*') ? path.startsWith(route.path.slice(0, -1)) : path === route.path,
  );
  if (there.length === 0) return sendText(response, 404, 'There is nothing here.\n');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = there.find((candidate) => candidate.method === method);
  if (route !== undefined) return route.handle(request, response);
  response.setHeader('allow', [...new Set(there.map((candidate) => candidate.method))].join(', '));
  sendText(response, 405, `${request.method} is not allowed here.\n`);
}

/**
 * Why a request is refused; undefined when it is not. A browser on this machine can reach local ports for any page that
 * it shows. After DNS rebinding it still sends the page's own name as Host, and each write from a page has an Origin.
 */
function refusalOf(request: IncomingMessage, listensOn: string): string | undefined {
  const { host = '', origin } = request.headers;
  if (isLoopback(listensOn) && !isOwnName(host, listensOn)) return 'The Host header does not name this machine.';
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return 'The request comes from another site.';
  return undefined;
}

function isOwnName(host: string, listensOn: string): boolean {
  const name = hostnameOf(host);
  // Without the port, which may be forwarded.
  return name !== undefined && (name === listensOn || isLoopback(name));
}
