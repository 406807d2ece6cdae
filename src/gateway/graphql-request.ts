import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireAccess } from '../auth/require-access.ts';
import { isPromise } from '../base/is-promise.ts';
import { RequestError } from '../base/request-error.ts';
import type { Cors } from '../edge/cors.ts';
import { isFromOtherSite } from '../edge/same-origin.ts';
import { readParams } from '../graphql/documents/graphql-params.ts';
import { prepareOperation } from '../graphql/documents/prepare-operation.ts';
import { sendGraphiql, wantsGraphiql } from '../graphql/graphiql.ts';
import { answerBatch } from '../graphql/graphql-batch.ts';
import { sendAnswer, sendFailure } from '../graphql/graphql-http-answer.ts';
import { toAnswer } from '../graphql/operation-errors.ts';
import { type GraphqlMediaType, negotiateMediaType } from '../http/graphql-http-media-type.ts';
import { newRequestId } from '../http/request-id.ts';
import { openScope } from '../http/request-scope.ts';
import { isFor } from '../telemetry/observed-response.ts';
import type { Gateway } from './gateway.ts';
import { observeOperation } from './observe-operation.ts';

/**
 * The life of one GraphQL request (GraphQL over HTTP). Ways out: a `throw`, which `sendFailure` turns into a response; an
 * answer that says why the document cannot run; the operation's own answer. Never rejects.
 */
export async function handleGraphqlRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { graphql, server } = gateway.config;
  let mediaType: GraphqlMediaType = 'application/json';
  const requestId = newRequestId(request); // every answer carries it, a refusal too
  const fields = gateway.edge.securityHeaders.fieldsFor(request);
  try {
    // 1. Find: is this a GraphQL request at all, and in which form does the client want the answer?
    isFor(response, gateway.telemetry.graphql.refused, requestId);
    requireMethod(request.method);
    if (wantsGraphiql(gateway, request)) return await sendGraphiql(gateway, { request, response, requestId, fields });
    refuseOtherSites(request, gateway.edge.cors); // throws 403
    mediaType = negotiateMediaType(request.headers.accept); // throws 406

    // 2. Identify: who is calling?
    // Waited for in any case: a body that came with its head is there afterwards, and read without events.
    const caller = await gateway.authenticate(request, response); // throws 401 for a credential that is not valid

    // 3. Permit: may they?
    requireAccess(caller, { access: graphql.access, permissions: [] }); // throws 401

    // 4. Validate: parameters, then the document (once for each text), then the operation in it, and what it costs.
    const reading = readParams(request, { bodyLimit: server.limits.body, batching: graphql.batching }); // throws 400, 413, 415
    const params = isPromise(reading) ? await reading : reading;
    if ('batch' in params) {
      isFor(response, gateway.telemetry.graphql.batch);
      return await answerBatch(gateway, params.batch, { caller, request, response, requestId, mediaType, fields });
    }
    const prepared = prepareOperation(gateway, params, request.method); // throws 405
    if (prepared.kind === 'refused')
      return sendAnswer({ request, response, requestId, mediaType, fields }, { errors: prepared.errors });

    observeOperation(gateway, prepared.document, { operationName: params.operationName, response });

    // 5. Do: run the operation, as long as somebody waits for it.
    const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs: server.limits.timeoutMs });
    try {
      const { operationName, variables } = params;
      const { document, text } = prepared;
      const operation = { document, text, operationName, variables, scope };
      const running = gateway.execute(operation);
      const result = isPromise(running) ? await scope.within(running) : running; // throws 504

      // 6. Answer.
      sendAnswer({ request, response, requestId, mediaType, fields }, toAnswer(gateway, result, scope));
    } finally {
      scope.close();
    }
  } catch (error) {
    sendFailure(gateway, error, { request, response, requestId, mediaType, fields });
  }
}

function requireMethod(method: string | undefined): void {
  if (method === 'POST' || method === 'GET' || method === 'HEAD') return;
  throw new RequestError('METHOD_NOT_ALLOWED', 405, 'GraphQL requests are sent with POST or GET.', {
    allow: 'GET, HEAD, POST',
  });
}

// Their pages may not read the answer, but the question alone can do harm: with the cookie that the browser adds, or from
// inside a network that the other site is not in. No page can send a bearer token without being allowed to.
function refuseOtherSites(request: IncomingMessage, cors: Cors | undefined): void {
  if (request.headers.authorization !== undefined || !isFromOtherSite(request)) return;
  if (cors?.serves(request) === true) return;
  throw new RequestError('FORBIDDEN', 403, 'GraphQL is served to this shop’s own pages, and to programs.');
}
