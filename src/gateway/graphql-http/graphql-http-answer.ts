import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { type AnswerHead, setFields, writeAnswerHead } from '../../base/answer-head.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Gateway } from '../gateway.ts';
import { endResponse } from '../http/end-response.ts';
import { maskedMessage } from '../http/masked-message.ts';
import type { GraphqlMediaType } from './graphql-http-media-type.ts';
import type { GraphqlAnswer } from './operation-errors.ts';

/** Where an answer goes, and what it carries whatever it says. */
export interface AnswerTarget {
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly mediaType: GraphqlMediaType;
  /** Those that every answer has, names and values in turn. */
  readonly fields: readonly string[];
}

/** Sends an answer as GraphQL over HTTP wants it: its status depends on the media type. */
export function sendAnswer({ response, requestId, mediaType, fields }: AnswerTarget, answer: GraphqlAnswer): void {
  const text = JSON.stringify(answer);
  writeAnswerHead(response, headFor(statusOf(mediaType, answer), text, { requestId, mediaType, fields }));
  response.end(text);
}

/** Sends the answers of a batch, in its order. Each says for itself what became of it. */
export function sendAnswers(
  { response, requestId, mediaType, fields }: AnswerTarget,
  answers: readonly GraphqlAnswer[],
): void {
  const text = JSON.stringify(answers);
  writeAnswerHead(response, headFor(200, text, { requestId, mediaType, fields }));
  response.end(text);
}

/** What a failure is answered to, and how. */
export interface FailedExchange extends AnswerTarget {
  readonly request: IncomingMessage;
}

/**
 * Turns what the lifecycle threw into a GraphQL response. A RequestError goes out as it is; anything else is a bug of
 * ours: logged in full, answered as 500 with the request's id. A client that has left gets nothing.
 */
export function sendFailure(gateway: Gateway, error: unknown, exchange: FailedExchange): void {
  const { request, response, requestId } = exchange;
  const { code, status, message, headers } =
    error instanceof RequestError ? error : reportBug(gateway, error, requestId);
  if (response.destroyed || response.headersSent) return;
  const text = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  response.statusCode = status;
  setFields(response, headFor(status, text, exchange));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The client may still be sending a body that nobody wants.
  endResponse(request, response, text);
}

interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

function reportBug({ logger, development }: Gateway, error: unknown, requestId: string): Refusal {
  const err = error instanceof Error ? error : new Error(`Something other than an Error was thrown: ${inspect(error)}`);
  logger.error('graphql request failed', { requestId, err });
  const message = maskedMessage(requestId, development ? err.message : undefined);
  return { code: 'INTERNAL_SERVER_ERROR', status: 500, message, headers: {} };
}

// application/json is for clients that read any other status as "not GraphQL": they get 200 for whatever GraphQL answers.
function statusOf(mediaType: GraphqlMediaType, answer: GraphqlAnswer): number {
  if (answer.data !== undefined || mediaType === 'application/json') return 200;
  switch (answer.errors?.[0]?.extensions?.code) {
    case 'UNAUTHENTICATED':
      return 401;
    case 'FORBIDDEN':
      return 403;
    case 'INTERNAL_SERVER_ERROR':
      return 500;
    default:
      return 400;
  }
}

const ownFields: Readonly<Record<GraphqlMediaType, readonly string[]>> = {
  'application/json': fieldsFor('application/json'),
  'application/graphql-response+json': fieldsFor('application/graphql-response+json'),
};

function fieldsFor(mediaType: GraphqlMediaType): readonly string[] {
  return [
    'content-type',
    `${mediaType}; charset=utf-8`,
    // One address answers in two media types, and to each caller differently.
    'vary',
    'Accept, Authorization',
    'cache-control',
    'no-store',
  ];
}

function headFor(
  status: number,
  text: string,
  { requestId, mediaType, fields }: Omit<AnswerTarget, 'response'>,
): AnswerHead {
  return { status, lists: [fields, ownFields[mediaType]], requestId, length: Buffer.byteLength(text) };
}
