import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CurrentGateway,
  type Gateway,
  handleGraphqlRequest,
  handlePageRequest,
  handleRestRequest,
  handleServedQuery,
  renderNotFound,
} from '#gateway';
import { handleApiDocs } from '#openapi';
import { handleAssetRequest, handleDevelopmentRequest, handleSiteFile } from '#pages';
import { dispatch, type RequestHandlers } from './dispatch.ts';

export const handlers: RequestHandlers = {
  graphql: handleGraphqlRequest,
  rest: handleRestRequest,
  page: handlePageRequest,
  notFoundPage: (gateway, request, response) => renderNotFound(gateway, { request, response }),
  asset: handleAssetRequest,
  siteFile: handleSiteFile,
  servedQuery: handleServedQuery,
  apiDocs: handleApiDocs,
  development: (gateway, request, response) =>
    handleDevelopmentRequest(gateway, { request, response, refused: undefined }),
};

/** The handlers of a server. In development, pages show why the last change was refused. */
export function handlersOf(current: CurrentGateway): RequestHandlers {
  return {
    ...handlers,
    development: (gateway, request, response) =>
      handleDevelopmentRequest(gateway, { request, response, refused: current.refused }),
  };
}

/** Answers one request outside the shop's own server. Never rejects. */
export function serveRequest(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return dispatch({ gateway, handlers }, request, response);
}
