import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireAccess } from '../auth/require-access.ts';
import type { ExtensionId } from '../base/ids.ts';
import { isPromise } from '../base/is-promise.ts';
import { RequestError } from '../base/request-error.ts';
import { readBody } from '../http/read-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { openScope } from '../http/request-scope.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import { extensionFailure } from '../placement/extension-failure.ts';
import { handlerFailed } from '../placement/handler-failed.ts';
import { forgetAnswer, refusedForm } from '../rest/refused-form.ts';
import { isFor } from '../telemetry/observed-response.ts';
import type { Gateway } from './gateway.ts';
import { answerObserved } from './observe-answer.ts';
import { renderPage } from './page-request.ts';
import type { PlacedExtension } from './placed-extension.ts';

/**
 * The life of one REST request. Every way out is a `throw` here, the extension's own answer in step 5, or a page in step 6;
 * `server/send-error.ts` turns what is thrown into a response.
 */
export async function handleRestRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const client = gateway.edge.clientOf(request);
  const requestId = requestIdOf(request, response); // every answer carries it, a refusal too
  const { limits } = gateway.config.server;

  // 1. Which extension owns this method and path?
  const { path, search } = parseRequestTarget(request.url); // throws 400
  const { endpoint, params, validate } = gateway.routes.find(request.method ?? 'GET', path); // throws 404, or 405 with Allow
  isFor(response, gateway.telemetry.route(endpoint), requestId);
  const extension = extensionOf(gateway, endpoint.extension); // throws 503

  // 2. Who is calling? Waited for in any case: a body that came with its head is there afterwards, and read without events.
  const caller = await gateway.authenticate(request, response); // throws 401 for a token that is not valid, 403, 503

  // 3. May they?
  requireAccess(caller, endpoint); // throws 401, 403

  // 4. Is the input what route.json promises?
  const arriving = readBody(request, endpoint.bodyLimit ?? limits.body); // throws 413, 415
  const body = isPromise(arriving) ? await arriving : arriving;
  try {
    const counted = gateway.edge.rateLimits.countRoute(endpoint, { request, response, caller });
    if (counted !== undefined) await counted; // throws 429
    const input = validate({ request, client, params, search, body }); // throws 400, 403, 415

    // 5. The extension does its work, wherever it is placed, as long as somebody waits for it.
    // A handler has the request's time, not a call's: what it does is the whole answer. Its team knows best, then the operator.
    const timeoutMs = endpoint.timeoutMs ?? extension.calls.handlerTimeoutMs ?? limits.timeoutMs;
    const trial = extension.calls.admit(); // throws 503 while the extension has a rest
    const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs });
    try {
      const context = gateway.contextOf(endpoint.extension, scope);
      const session = gateway.sessionOf(request, response);
      const exchange = { endpoint, ...input, body, context, session, client, request, response };
      await scope.within(answerObserved(extension, exchange, gateway.telemetry)); // throws 504
      extension.calls.succeeded();
    } catch (error) {
      handlerFailed(extension.calls, scope, { error, trial });
      throw extensionFailure(error, endpoint, scope.logger);
    } finally {
      scope.close();
    }
  } catch (error) {
    // 6. A form that was refused is shown again, on its page.
    const again = refusedForm(gateway.config.pages, { error, endpoint, params, request, client, body });
    if (again === undefined || response.headersSent) throw error;
    forgetAnswer(response);
    for (const [name, value] of Object.entries(again.headers)) response.setHeader(name, value);
    await renderPage(gateway, { ...again, request, response, caller });
  }
}

function extensionOf({ extensions }: Gateway, id: ExtensionId): PlacedExtension {
  const extension = extensions.get(id);
  if (extension !== undefined) return extension;
  throw new RequestError('UNAVAILABLE', 503, `The extension ${id} is away.`, { 'retry-after': '5' });
}
