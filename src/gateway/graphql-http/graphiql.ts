import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../base/request-error.ts';
import { sendWhole } from '../http/end-response.ts';
import { prefersHtml } from '../http/prefers-html.ts';
import { type FieldList, mergeFields } from '../http/response-head.ts';
import type { GraphqlGateway } from './graphql-gateway.ts';
import type { AnswerTarget } from './graphql-http-answer.ts';

// Says to the browser what the page is built for: everything is in it, and it talks to nobody but this gateway. The page's
// scripts and workers are inline, so they cannot be told apart from others; that is why it is for development only.
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

/**
 * Whether a browser navigates to the GraphQL path and is to get GraphiQL: in development only. Throws RequestError
 * NOT_FOUND 404 when it does so elsewhere without a query: there is no page then.
 */
export function wantsGraphiql({ development }: GraphqlGateway, request: IncomingMessage): boolean {
  if (request.method === 'POST' || !prefersHtml(request.headers.accept)) return false;
  if (development) return true;
  if (request.url?.includes('?') === true) return false;
  throw new RequestError('NOT_FOUND', 404, 'There is no page here; send GraphQL requests.');
}

/** Sends GraphiQL: one page with everything in it. Sends no cookies; a token goes into its "Headers" tab. */
export async function sendGraphiql(
  gateway: GraphqlGateway,
  { request, response, requestId, fields: common }: Omit<AnswerTarget, 'mediaType'>,
): Promise<void> {
  // 9 MB of text: loaded when the first developer asks for it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({
    title: 'GraphiQL',
    endpoint: gateway.config.graphql.path,
    credentials: 'omit',
    // Else a token that was typed in stays in the browser's storage for every page of this origin to read.
    shouldPersistHeaders: false,
  });
  sendWhole(request, response, { status: 200, fields: mergeFields(common, ownFields), requestId }, page);
}

const ownFields: FieldList = Object.entries({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
}).flat();
