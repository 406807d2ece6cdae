import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireAccess } from '#auth';
import { findOptional, RequestError, swaggerUi } from '#base';
import type { Config } from '#config';
import type { Caller } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { bodyHash, endResponse, parseRequestTarget, requestIdOf } from '#http';
import type { RouteTable } from '#rest';
import { recordAs, type Telemetry } from '#telemetry';
import { describeApi } from './describe-api.ts';

export interface DocsGateway {
  readonly config: Config;
  readonly development: boolean;
  readonly manifests: readonly ExtensionManifest[];
  readonly routes: Pick<RouteTable, 'endpoints'>;
  readonly telemetry: Telemetry;
  authenticate(request: IncomingMessage, response: ServerResponse): Caller | Promise<Caller>;
}

const documentPath = '/openapi.json';
const pagePath = '/docs';

/** Whether the path is one of the documentation's, and shown. A route or page with exactly this path comes first. */
export function ownsApiDocs({ config, development, routes }: Omit<DocsGateway, 'telemetry'>, path: string): boolean {
  if (path !== documentPath && !Object.hasOwn(files, path)) return false;
  if (config.server.docs === 'off' && !development) return false;
  const taken = [...routes.endpoints, ...Object.values(config.pages)].some((each) => each.path === path);
  return !taken;
}

/** Answers `/openapi.json`, and `/docs` with its files. Throws RequestError 401, 403 or 405. */
export async function handleApiDocs(
  gateway: DocsGateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requestIdOf(request, response);
  recordAs(response, gateway.telemetry.asset);
  const { path } = parseRequestTarget(request.url);

  // 1. May the caller read it?
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new RequestError('METHOD_NOT_ALLOWED', 405, `${request.method} is not allowed here, but GET, HEAD.`, {
      allow: 'GET, HEAD',
    });
  const { docs } = gateway.config.server;
  if (!gateway.development || docs !== 'off') {
    const permissions = docs.includes(':') ? [docs] : [];
    const caller = await gateway.authenticate(request, response);
    requireAccess(caller, { access: docs === 'public' ? 'public' : 'private', permissions });
  }

  // 2. Answer.
  const { type, content } = await contentOf(gateway, path);
  const tag = `"${bodyHash(content)}"`;
  const headers = {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': docs === 'public' ? 'no-cache' : 'private, no-cache',
    etag: tag,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.headers['if-none-match'] === tag) {
    response.statusCode = 304;
    endResponse(request, response, '');
    return;
  }
  response.setHeader('content-length', content.length);
  endResponse(request, response, content);
}

// Swagger UI sets styles on elements. Everything comes from this gateway, and nothing may be sent elsewhere.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function contentOf(gateway: DocsGateway, path: string) {
  if (path === documentPath) return { type: 'application/json; charset=utf-8', content: await documentOf(gateway) };
  const file = files[path];
  if (file === undefined) throw new RequestError('NOT_FOUND', 404, `There is no route GET ${path}.`);
  const { folder } = gateway.config;
  const needed = findOptional('module' in file ? file.module : swaggerUi.script, folder);
  if (needed === undefined) {
    const message = `This page needs ${swaggerUi.name}: ${swaggerUi.install}. ${documentPath} is there without it.`;
    throw new RequestError('NOT_FOUND', 404, message);
  }
  return { type: file.type, content: 'text' in file ? Buffer.from(file.text) : await readFile(needed) };
}

/** A gateway never changes, so neither does its document. */
const documents = new WeakMap<DocsGateway, Promise<Buffer>>();

function documentOf(gateway: DocsGateway): Promise<Buffer> {
  const known = documents.get(gateway);
  if (known !== undefined) return known;
  const made = describeApi(gateway).then((document) => Buffer.from(JSON.stringify(document, null, 2)));
  documents.set(gateway, made);
  return made;
}

const script = 'text/javascript; charset=utf-8';

// No validator, no stored token: both would leave the page.
const start = `SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pagePath}/swagger-ui.css">
<main id="reference"></main>
<script src="${pagePath}/swagger-ui-bundle.js"></script>
<script src="${pagePath}/start.js"></script>
</html>
`;

const files: Readonly<
  Record<string, { readonly type: string } & ({ readonly module: string } | { readonly text: string })>
> = {
  [pagePath]: { type: 'text/html; charset=utf-8', text: page },
  [`${pagePath}/swagger-ui-bundle.js`]: { type: script, module: swaggerUi.script },
  [`${pagePath}/swagger-ui.css`]: { type: 'text/css; charset=utf-8', module: swaggerUi.style },
  [`${pagePath}/start.js`]: { type: script, text: start },
};
