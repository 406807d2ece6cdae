import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CurrentGateway,
  type Gateway,
  handleGraphqlRequest,
  handlePageRequest,
  handleRestRequest,
  handleServedCall,
  renderNotFound,
} from '#gateway';
import { handleApiDocs } from '#openapi';
import { handleAssetRequest, handleDevelopmentRequest, handleSiteFile } from '#pages';
import { dispatch, type RequestHandler, type RequestHandlers } from './dispatch.ts';

export const handlers: RequestHandlers = {
  graphql: handleGraphqlRequest,
  rest: handleRestRequest,
  page: handlePageRequest,
  notFoundPage: (gateway, request, response) => renderNotFound(gateway, { request, response }),
  asset: handleAssetRequest,
  siteFile: handleSiteFile,
  servedQuery: handleServedCall,
  apiDocs: handleApiDocs,
  development: developmentHandler(undefined),
};

/** In development, pages show why the last change was refused. */
function developmentHandler(current: CurrentGateway | undefined): RequestHandler {
  return (gateway, request, response) =>
    handleDevelopmentRequest(gateway, { request, response, refused: current?.refused });
}

export function handlersOf(current: CurrentGateway): RequestHandlers {
  return { ...handlers, development: developmentHandler(current) };
}

/** Answers one request outside the shop's own server. Never rejects. */
export function serveRequest(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return dispatch({ gateway, handlers }, request, response);
}
