import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, getOperationAST } from 'graphql';
import { requireAccess } from '#auth';
import { isPromise, RequestError } from '#base';
import { isFromOtherSite } from '#edge';
import { negotiateMediaType, newRequestId, openScope } from '#http';
import { recordAs, recordOperation } from '#telemetry';
import { acceptedFor } from './content-encoding.ts';
import type { Gateway } from './gateway.ts';
import { readParams } from './graphql/documents/graphql-params.ts';
import { prepareOperation } from './graphql/documents/prepare-operation.ts';
import { sendGraphiql } from './graphql/graphiql.ts';
import { type AnswerTarget, sendAnswer, sendFailure } from './graphql/graphql-http-answer.ts';
import { toAnswer } from './graphql/operation-errors.ts';

/**
 * One GraphQL request (GraphQL over HTTP). It throws, which `sendFailure` turns into a response, or answers with the
 * reasons why the document cannot run, or with the operation's result. Never rejects.
 */
export async function handleGraphqlRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { config, telemetry } = gateway;
  const { graphql, server } = config;
  const requestId = newRequestId(request); // also for refusals
  const fields = gateway.edge.securityHeaders.fieldsFor(request);
  const encoding = acceptedFor(gateway, request);
  const mediaType = 'application/json'; // until it is known what the client accepts
  const target: AnswerTarget = { request, response, requestId, fields, encoding, telemetry, mediaType };
  try {
    // 1. Find: is this a GraphQL request, and which media type does the client accept?
    recordAs(response, telemetry.graphql.refused, requestId);
    requireMethod(request.method);
    if (sendGraphiql(gateway, target)) return;
    refuseOtherSites(request, gateway.edge); // throws 403
    target.mediaType = negotiateMediaType(request.headers.accept); // throws 406

    // 2. Identify: who is calling? Always awaited, since a complete body is then read without events.
    const caller = await gateway.authenticate(request, response); // throws 401, 403, 503

    // 3. Permit: may they?
    requireAccess(caller, { access: graphql.access, permissions: [] }); // throws 401

    // 4. Validate: parameters, then the document (once for each text), then the operation in it, and what it costs.
    const signed = gateway.lookUps === undefined ? undefined : await gateway.lookUps.signed(request); // throws 413
    const reading = readParams(request, server.limits.body); // throws 400, 413, 415
    const sent = isPromise(reading) ? await reading : reading;
    const params = signed?.rename(sent) ?? sent; // throws 400
    const asked = signed === undefined ? gateway : { ...gateway, ...signed };
    const preparing = prepareOperation(asked, params, request.method); // throws 405
    const prepared = isPromise(preparing) ? await preparing : preparing;
    if (prepared.kind === 'refused') return sendAnswer(target, { errors: prepared.errors });
    observeOperation(gateway, prepared, { operationName: params.operationName, response });

    // 5. Do: run the operation until the client disconnects or the time is over.
    const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs: server.limits.timeoutMs });
    try {
      const { operationName, variables } = params;
      const { document, text } = prepared;
      const operation = { document, text, operationName, variables, scope };
      const running = asked.execute(operation);
      const result = isPromise(running) ? await scope.within(running) : running; // throws 504

      // 6. Answer.
      sendAnswer(target, toAnswer(gateway, result, scope));
    } finally {
      scope.close();
    }
  } catch (error) {
    sendFailure(gateway, error, target);
  }
}

function requireMethod(method: string | undefined): void {
  if (method === 'POST' || method === 'GET' || method === 'HEAD') return;
  throw new RequestError('METHOD_NOT_ALLOWED', 405, 'GraphQL requests are sent with POST or GET.', {
    allow: 'GET, HEAD, POST',
  });
}

// Another site's script cannot read the answer. But the request can do harm: with the browser's cookies, or from
// inside a network that the site cannot reach. A script cannot send a bearer token without permission by CORS.
function refuseOtherSites(request: IncomingMessage, { cors, clientOf }: Gateway['edge']): void {
  if (request.headers.authorization !== undefined || !isFromOtherSite(request, clientOf(request))) return;
  if (cors?.serves(request) === true) return;
  throw new RequestError('FORBIDDEN', 403, 'GraphQL is served to this shop’s own pages, and to programs.');
}

/** Records whether a response is for a query, mutation or subscription, and for which. */
function observeOperation(
  { telemetry }: Pick<Gateway, 'telemetry'>,
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  { operationName, response }: { readonly operationName: string | undefined; readonly response: ServerResponse },
): void {
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined) return;
  recordAs(response, telemetry.graphql[operation.operation]);
  recordOperation(response, telemetry.operationDurations.of(operation, text));
}
