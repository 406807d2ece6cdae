import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, execute, type GraphQLFormattedError } from 'graphql';
import { requireAccess, safeNext } from '#auth';
import { asError, type Logger, RequestError } from '#base';
import type { GraphqlLimits } from '#config';
import type { Session } from '#extension-api';
import { createDocumentStore, type DocumentStore } from '#graphql';
import { endResponse, openScope, parseRequestTarget, type ScopeParts } from '#http';
import { extensionFailure, type GraphqlQuestion, wire } from '#placement';
import { buildRouteTable, type RouteTable } from '#rest';
import { readQuestions } from './answer-graphql.ts';
import type { ClientAnswers, ClientCall } from './serve-parts.ts';
import type { ServedCode } from './served-code.ts';

export interface ClientAnswersParts {
  readonly code: ServedCode;
  readonly limits: GraphqlLimits;
  /** Time-out in milliseconds of a request, unless route.json says otherwise. */
  readonly timeoutMs: number;
  readonly scope: ScopeParts;
}

/** A gateway such as Hive's joins many fetches in one document, with an alias for each. */
const mostAliases = 1_000;

/** Answers clients that are not the gateway: they are routed, checked and validated here. */
export function createClientAnswers({ code, limits, timeoutMs, scope }: ClientAnswersParts): ClientAnswers {
  const { manifest, subschema } = code;
  const { table } = buildRouteTable([manifest], {}, { file: manifest.folder });
  const documents =
    subschema &&
    createDocumentStore(subschema.schema, {
      limits: { ...limits, aliases: mostAliases, cost: Number.MAX_SAFE_INTEGER },
      introspection: true,
    });
  return async (call) => {
    const { request, response, path } = call;
    try {
      if (path === wire.paths.graphql && documents !== undefined)
        await answerGraphql({ code, documents, scope, timeoutMs }, call);
      else await answerRest({ code, table, scope, timeoutMs }, call);
    } catch (error) {
      sendFailure({ request, response, logger: scope.logger }, error);
    }
  };
}

interface GraphqlParts {
  readonly code: ServedCode;
  readonly documents: DocumentStore;
  readonly scope: ScopeParts;
  readonly timeoutMs: number;
}

async function answerGraphql({ code, documents, ...parts }: GraphqlParts, call: ClientCall): Promise<void> {
  const { request, response, caller } = call;
  if (request.method !== 'POST')
    throw new RequestError('METHOD_NOT_ALLOWED', 405, 'GraphQL requests are sent with POST.', { allow: 'POST' });
  const questions = readQuestions(await call.body());
  const { requestId } = call;
  const scope = openScope(parts.scope, caller, { request, response, requestId, timeoutMs: parts.timeoutMs });
  try {
    const context = call.contextOf(scope);
    const answerOne = async ({ query, variables, operationName }: GraphqlQuestion): Promise<object> => {
      const prepared = documents.prepare(query);
      if (prepared.kind === 'invalid') return { errors: prepared.errors };
      const { document } = prepared;
      const schema = code.subschema?.schema;
      if (schema === undefined) throw new Error('there is no GraphQL');
      const running = execute({ schema, document, variableValues: variables, operationName, contextValue: context });
      return masked(await running, { logger: scope.logger, extension: code.manifest.id });
    };
    const answering = 'query' in questions ? answerOne(questions) : Promise.all(questions.map(answerOne));
    sendJson({ request, response }, 200, await scope.within(answering));
  } finally {
    scope.close();
  }
}

/** Masks errors as the gateway does: a refusal keeps its message, and the log has any other error. */
function masked(
  { data, errors }: ExecutionResult,
  { logger, extension }: { readonly logger: Logger; readonly extension: string },
): object {
  if (errors === undefined) return { data };
  const formatted = errors.map((error): GraphQLFormattedError => {
    const { message, path, locations, extensions, originalError } = error;
    const place = { ...(path && { path }), ...(locations && { locations }) };
    const code = extensions.code ?? codeOf(originalError);
    if (originalError === undefined || originalError.name === 'GraphQLError' || code !== undefined)
      return { message, ...place, extensions: { code: code ?? 'INTERNAL_SERVER_ERROR', ...extensions, extension } };
    const id = randomUUID();
    logger.error('resolver failed', { id, extension, path, err: asError(originalError) });
    return { message: 'Internal server error', ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', id, extension } };
  });
  return { data, errors: formatted };
}

function codeOf(error: unknown): string | undefined {
  const isRefusal = error instanceof Error && error.name === 'RequestError' && 'code' in error;
  return isRefusal ? String(error.code) : undefined;
}

interface RestParts {
  readonly code: ServedCode;
  readonly table: RouteTable;
  readonly scope: ScopeParts;
  readonly timeoutMs: number;
}

async function answerRest({ code, table, ...parts }: RestParts, call: ClientCall): Promise<void> {
  const { request, response, caller, requestId } = call;
  const { path, search } = parseRequestTarget(request.url); // throws 400
  const { endpoint, params, validate } = table.find(request.method ?? 'GET', path); // throws 404, 405
  requireAccess(caller, endpoint); // throws 401, 403
  const body = await call.body(endpoint.bodyLimit); // throws 413, 415
  const client = clientOf(request);
  const input = validate({ request, client, params, search, body }); // throws 400, 403, 415
  const timeoutMs = endpoint.timeoutMs ?? parts.timeoutMs;
  const scope = openScope(parts.scope, caller, { request, response, requestId, timeoutMs });
  try {
    const context = call.contextOf(scope);
    const exchange = { endpoint, ...input, body, context, session: noSession, client, request, response };
    await scope.within(code.subapp().handle(exchange)); // throws 504
  } catch (error) {
    throw extensionFailure(error, endpoint, scope);
  } finally {
    scope.close();
  }
}

function clientOf({ socket, headers }: IncomingMessage): Parameters<RouteInput>[0]['client'] {
  return {
    address: socket.remoteAddress ?? '',
    protocol: 'encrypted' in socket ? 'https' : 'http',
    host: headers.host,
  };
}

type RouteInput = ReturnType<RouteTable['find']>['validate'];

const noSession: Session = {
  signIn: () => Promise.reject(new Error('shoppers sign in at the gateway alone')),
  signOut: () => Promise.reject(new Error('shoppers sign out at the gateway alone')),
  safeNext,
};

interface FailureTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly logger: Logger;
}

function sendFailure({ request, response, logger }: FailureTarget, error: unknown): void {
  const refusal = error instanceof RequestError ? error : undefined;
  const id = randomUUID();
  if (refusal === undefined)
    logger.error('request failed', { id, path: request.url?.split('?')[0], err: asError(error) });
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const { status, message, headers } = refusal ?? {
    status: 500,
    message: `Internal server error (${id}).`,
    headers: {},
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson({ request, response }, status, { error: message });
}

function sendJson(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  status: number,
  value: unknown,
): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  endResponse(request, response, JSON.stringify(value));
}
