import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { isOutageCode, RequestError } from '#base';
import {
  type AcceptedEncoding,
  type FieldList,
  maskedMessage,
  mergeFields,
  mergeShared,
  type negotiateMediaType,
  sendWhole,
} from '#http';
import type { Telemetry } from '#telemetry';
import type { GraphqlGateway } from './documents/graphql-gateway.ts';
import type { GraphqlAnswer } from './operation-errors.ts';

type GraphqlMediaType = ReturnType<typeof negotiateMediaType>;

/** Where to send an answer, and what every answer contains. */
export interface AnswerTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** `application/json` until the client's wish is known. */
  mediaType: GraphqlMediaType;
  readonly fields: FieldList;
  /** Counts the errors. */
  readonly telemetry: Telemetry;
  /** Undefined: answers are not compressed for this client. */
  readonly encoding?: AcceptedEncoding | undefined;
}

/** Sends an answer as GraphQL over HTTP specifies: the status depends on the media type. */
export function sendAnswer(target: AnswerTarget, answer: GraphqlAnswer): void {
  const { request, response, requestId, mediaType, encoding, telemetry } = target;
  if (answer.errors !== undefined) telemetry.countGraphqlErrors(answer.errors);
  const status = statusOf(mediaType, answer);
  const common = status === 503 ? mergeFields(target.fields, ['retry-after', '1']) : target.fields;
  const fields = mergeShared(common, ownFields[mediaType]);
  sendWhole(request, response, { status, fields, requestId, encoding }, JSON.stringify(answer));
}

/**
 * Turns a thrown error into a GraphQL response. A RequestError is sent as it is. Any other error is a bug: it is
 * logged in full and answered as 500 with the request id. A client that has disconnected gets no response.
 */
export function sendFailure(gateway: GraphqlGateway, error: unknown, target: AnswerTarget): void {
  const { request, response, requestId, mediaType, fields: common, telemetry } = target;
  const { code, status, message, headers } =
    error instanceof RequestError ? error : reportBug(gateway, error, requestId);
  if (response.destroyed || response.headersSent) return;
  telemetry.countGraphqlErrors([{ extensions: { code } }]);
  const fields = mergeFields(common, ownFields[mediaType], Object.entries(headers).flat());
  const text = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  // The client may still be sending a body that the gateway does not read.
  sendWhole(request, response, { status, fields, requestId }, text);
}

function reportBug({ logger, development }: GraphqlGateway, error: unknown, requestId: string) {
  const err = error instanceof Error ? error : new Error(`Something other than an Error was thrown: ${inspect(error)}`);
  logger.error('graphql request failed', { requestId, err });
  const message = maskedMessage(requestId, development ? err.message : undefined);
  return { code: 'INTERNAL_SERVER_ERROR', status: 500, message, headers: {} };
}

// Clients of application/json treat any status other than 200 as "not GraphQL". They get 200 for every GraphQL
// answer. Partial data is 200 in both media types. For `data: null` the specification recommends 200, but does not
// require it: an outage that took all of the data is 503, so that proxies and alerts see it.
function statusOf(mediaType: GraphqlMediaType, { data, errors }: GraphqlAnswer): number {
  if (mediaType === 'application/json') return 200;
  if (data === null && errors?.some(({ extensions }) => isOutageCode(extensions?.code)) === true) return 503;
  if (data !== undefined) return 200;
  return statuses.get(errors?.[0]?.extensions?.code) ?? 400;
}

const statuses: ReadonlyMap<unknown, number> = new Map([
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['INTERNAL_SERVER_ERROR', 500],
  ['UNAVAILABLE', 503],
]);

const ownFields: Readonly<Record<GraphqlMediaType, FieldList>> = {
  'application/json': fieldsFor('application/json'),
  'application/graphql-response+json': fieldsFor('application/graphql-response+json'),
};

function fieldsFor(mediaType: GraphqlMediaType): FieldList {
  return [
    'content-type',
    `${mediaType}; charset=utf-8`,
    // The same URL is answered in two media types, and differently for each caller.
    'vary',
    'Accept, Accept-Encoding, Authorization',
    'cache-control',
    'no-store',
  ];
}
