import type { IncomingMessage, ServerResponse } from 'node:http';
import { redirect, requireAccess } from '#auth';
import { type ExtensionId, isPromise, RequestError, refusalOf } from '#base';
import { shopIn } from '#config';
import { textsIn } from '#extension-ui';
import {
  coreTextsFor,
  inLocaleOf,
  localeOf,
  openScope,
  parseRequestTarget,
  readBody,
  requestIdOf,
  resetHeaders,
  streamBody,
} from '#http';
import {
  formPageAt,
  isMultipart,
  isOwnForm,
  ReceivedForm,
  type RestExchange,
  refusedForm,
  requireOwnForm,
  sendAnswer,
} from '#rest';
import { recordAs, type Telemetry } from '#telemetry';
import { noteCall, runAs } from '#watchdog';
import { acceptedFor } from './content-encoding.ts';
import { extensionFailure, handlerFailed } from './extension-failure.ts';
import type { Gateway } from './gateway.ts';
import { renderPage } from './page-request.ts';
import type { PlacedExtension } from './placed-extension.ts';

/** One REST request. It throws, sends the answer in step 5, or a page in step 6. `send-error.ts` answers errors. */
export async function handleRestRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const client = gateway.edge.clientOf(request);
  const requestId = requestIdOf(request, response); // also for refusals
  const { limits } = gateway.config.server;

  // 1. Find: which extension owns this method and path?
  const { path, search } = parseRequestTarget(request.url); // throws 400
  const { method, headers } = request;
  const formPage = formPageAt(gateway.routes, gateway.config.pages, { method, headers, path });
  if (formPage !== undefined) {
    // With its query string: a list on that page has a form that asks for other rows.
    const location = inLocaleOf(request, formPage) + (search ? `?${search}` : '');
    response.writeHead(303, { location, 'content-length': 0, vary: 'Accept' }).end();
    return;
  }
  const { endpoint, params, validate } = gateway.routes.find(request.method ?? 'GET', path); // throws 404, or 405 with Allow
  recordAs(response, gateway.telemetry.route(endpoint), requestId);
  const extension = extensionOf(gateway, endpoint.extension); // throws 503

  // 2. Identify: who is calling? Always awaited, since a complete body is then read without events.
  const caller = await gateway.authenticate(request, response); // throws 401, 403, 503

  // 3. Permit: may they? A form of the shop is read first, since its page shows again what was typed.
  const isShopForm = isOwnForm(endpoint, request, client);
  if (!isShopForm) requireAccess(caller, endpoint); // throws 401, 403

  // 4. Validate: does the input match route.json?
  const bodyLimit = endpoint.bodyLimit ?? limits.body;
  const isUpload = endpoint.consumes.includes('multipart') && isMultipart(request);
  const isStreamed = extension.running.takesStreams === true && endpoint.schemas.body === undefined;
  const arriving = isStreamed ? streamBody(request, bodyLimit) : undefined; // throws 413, 415
  const reading = arriving === undefined && !isUpload ? readBody(request, bodyLimit) : undefined; // throws 413, 415
  const body = isPromise(reading) ? await reading : reading;
  let form: ReceivedForm | undefined;
  try {
    if (isShopForm) requireAccess(caller, endpoint); // throws 401, 403
    const counted = gateway.edge.rateLimits.countRoute(endpoint, { request, response, caller });
    if (counted !== undefined) await counted; // throws 429
    noteCall(endpoint.extension);
    const text = (key: string, values: Readonly<Record<string, unknown>>): string =>
      textsIn(gateway.textsOf(endpoint.extension), shopIn(gateway.config.shop, localeOf(request)))(key, values);
    // Files go to disk, so only those of a caller who may send them.
    if (isUpload) {
      requireOwnForm(request, client); // throws 403
      const words = coreTextsFor(request);
      form = new ReceivedForm({ endpoint, config: gateway.config, store: gateway.files, text, words });
      await form.receive(request); // throws 400, 413, 415
    }
    const input = validate({ request, client, params, search, body, form, text }); // throws 400, 403, 415
    const named = gateway.edge.rateLimits.countValues(endpoint, input.parsed, { request, response, caller });
    if (named !== undefined) await named; // throws 429

    // 5. Do: the extension answers, until the client disconnects or the time is over. A handler gets the time-out of
    // the request, not that of a call, since it makes the whole answer. route.json comes first, then the extension's
    // limit in gateway.yaml.
    const timeoutMs = endpoint.timeoutMs ?? extension.calls.handlerTimeoutMs ?? limits.timeoutMs;
    const probe = extension.calls.admit(); // throws 503 while the circuit is open
    const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs, arriving });
    try {
      const context = gateway.contextOf(endpoint.extension, scope);
      const session = gateway.sessionOf(request, response, scope);
      // Any cookie may be the extension's own credential.
      const encoding = request.headers.cookie === undefined ? acceptedFor(gateway, request) : undefined;
      const files = form?.files;
      const exchange = {
        endpoint,
        ...input,
        body,
        files,
        arriving,
        context,
        session,
        client,
        encoding,
        request,
        response,
      };
      await scope.within(answerObserved(extension, exchange, gateway.telemetry)); // throws 504
      extension.calls.succeeded();
    } catch (error) {
      handlerFailed(extension.calls, scope, { error, probe });
      throw extensionFailure(extension.calls.explain(error), endpoint, scope);
    } finally {
      scope.close();
    }
  } catch (error) {
    // 6. Answer a refused form with its page.
    const again = refusedForm(gateway.config, {
      error,
      endpoint,
      params,
      request,
      client,
      caller,
      body,
      fields: form?.fields,
    });
    if (again === undefined || response.headersSent) throw error;
    resetHeaders(response);
    const { waitsAt } = again;
    const { routeId, values } = again.form;
    if (waitsAt !== undefined && !isUpload)
      gateway.keptForms?.keep(request, response, { routeId, values, path: waitsAt });
    if (again.isHidden) {
      if (again.form.signIn === undefined) throw error;
      redirect(gateway.edge, { request, response }, again.form.signIn);
      return;
    }
    for (const [name, value] of Object.entries(again.headers)) response.setHeader(name, value);
    await renderPage(gateway, { ...again, search, request, response, caller });
  } finally {
    await form?.remove();
  }
}

function extensionOf({ extensions }: Gateway, id: ExtensionId): PlacedExtension {
  const extension = extensions.get(id);
  if (extension !== undefined) return extension;
  throw new RequestError('UNAVAILABLE', 503, `The extension ${id} is unavailable.`, { 'retry-after': '5' });
}

/** Lets an extension answer a request, and sends the answer. Counts, times and traces the call. */
async function answerObserved(
  { id, running }: PlacedExtension,
  exchange: RestExchange,
  telemetry: Telemetry,
): Promise<void> {
  const { rest } = telemetry.extension(id);
  const { tracing } = telemetry;
  const answer = async (): Promise<void> => {
    const given = await running.answer(exchange);
    if (given !== undefined) await sendAnswer(exchange.response, given, exchange.encoding);
  };
  const traced = (): Promise<void> => {
    if (tracing === undefined) return answer();
    const { routeId } = exchange.endpoint;
    const attributes = { 'stoa.extension': id, 'stoa.route': routeId };
    return tracing.span({ name: `${id} ${routeId}`, attributes }, answer);
  };
  const begun = rest.begin();
  try {
    await runAs(id, traced);
    if (exchange.response.statusCode >= 500) rest.fail();
  } catch (error) {
    if (!exchange.context.signal.aborted && isFailure(error)) rest.fail();
    throw error;
  } finally {
    rest.end(begun);
  }
}

/** Not for what an extension throws for its client. */
function isFailure(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal === undefined || refusal.status >= 500;
}
