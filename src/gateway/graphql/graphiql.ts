import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { findOptional, RequestError } from '#base';
import { type FieldList, mergeFields, prefersHtml, sendWhole } from '#http';
import type { GraphqlGateway } from './documents/graphql-gateway.ts';
import type { AnswerTarget } from './graphql-http-answer.ts';

const packageName = '@graphql-yoga/render-graphiql';

// The page contains everything it needs and connects only to this gateway. Its scripts and workers are inline, so
// the policy must allow every inline script. That is why the page exists only in development.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function wantsGraphiql({ development }: GraphqlGateway, request: IncomingMessage): boolean {
  if (request.method === 'POST' || !prefersHtml(request.headers.accept)) return false;
  if (development) return true;
  if (request.url?.includes('?') === true) return false;
  throw new RequestError('NOT_FOUND', 404, 'There is no page here; send GraphQL requests.');
}

/**
 * Sends GraphiQL as one page to a browser that navigates to the GraphQL path in development. False for any other
 * request. Throws RequestError NOT_FOUND 404 for a navigation without a query outside development, where there is no
 * such page. The page sends no cookies: a developer enters a token in its "Headers" tab.
 */
export function sendGraphiql(
  gateway: GraphqlGateway,
  { request, response, requestId, fields: common }: AnswerTarget,
): boolean {
  if (!wantsGraphiql(gateway, request)) return false;
  const file = findOptional(packageName, gateway.config.folder);
  if (file === undefined)
    throw new RequestError('NOT_FOUND', 404, `GraphiQL is not installed: npm install --save-dev ${packageName}`);
  // The module has 9 MB of text. The first request for the page loads it.
  const { renderGraphiQL }: typeof import('@graphql-yoga/render-graphiql') = createRequire(file)(file);
  const page = renderGraphiQL({
    title: 'GraphiQL',
    endpoint: gateway.config.graphql.path,
    credentials: 'omit',
    // Otherwise the browser would store an entered token, and every page of this origin could read it.
    shouldPersistHeaders: false,
  });
  sendWhole(request, response, { status: 200, fields: mergeFields(common, ownFields), requestId }, page);
  return true;
}

const ownFields: FieldList = Object.entries({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
}).flat();
