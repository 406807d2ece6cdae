import { type ExecutionResult, type GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { RequestError } from '#base';
import { maskedMessage, type RequestScope } from '#http';
import type { GraphqlGateway } from './documents/graphql-gateway.ts';
import { allowsIntrospection, stripSuggestion } from './documents/introspection.ts';

/** A GraphQL answer with plain errors, each with a code. */
export interface GraphqlAnswer {
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  readonly data?: ExecutionResult['data'];
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes an execution result safe to send. An error with `extensions.code` is for the client and is sent as it is. An
 * error that prevents execution, such as a variable of the wrong type, is BAD_USER_INPUT. Any other error is logged
 * in full and masked.
 */
export function toAnswer(gateway: GraphqlGateway, result: ExecutionResult, scope: RequestScope): GraphqlAnswer {
  const { errors, data, extensions } = result;
  // JSON.stringify omits undefined properties.
  if (errors === undefined || errors.length === 0) return { data, extensions };
  const circumstances = { gateway, refused: data === undefined, scope };
  const most = gateway.config.graphql.limits.errors;
  const shown = errors.length > most ? errors.slice(0, most) : errors;
  const formatted = shown.map((error) => formatError(error, circumstances));
  return { errors: errors.length > most ? [...formatted, leftOut(errors.length, most)] : formatted, data, extensions };
}

function leftOut(count: number, most: number): GraphQLFormattedError {
  const message = `${count - most} more errors are left out: an answer has at most ${most}.`;
  return { message, extensions: { code: 'ERRORS_LEFT_OUT' } };
}

interface Circumstances {
  readonly gateway: GraphqlGateway;
  /** Execution never began: the result has no data. */
  readonly refused: boolean;
  readonly scope: RequestScope;
}

function formatError(error: GraphQLError, { gateway, refused, scope }: Circumstances): GraphQLFormattedError {
  const { locations, path, extensions, originalError } = error;
  // graphql-js also suggests names for variables: fields of input objects, and enum values.
  const message = refused && !allowsIntrospection(gateway) ? stripSuggestion(error.message) : error.message;
  const place = { ...(locations === undefined ? {} : { locations }), ...(path === undefined ? {} : { path }) };
  if (typeof extensions?.code === 'string') return { message, ...place, extensions };
  if (originalError instanceof RequestError) {
    return { message, ...place, extensions: { ...extensions, code: originalError.code } };
  }
  if (
    refused &&
    path === undefined &&
    (originalError === undefined || error.nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION)
  ) {
    return { message, ...place, extensions: { ...extensions, code: 'BAD_USER_INPUT' } };
  }
  scope.logger.error('graphql field failed', { path: path?.join('.'), err: originalError ?? error });
  return {
    message: maskedMessage(scope.request.id, gateway.development ? message : undefined),
    ...place,
    extensions: { ...extensions, code: 'INTERNAL_SERVER_ERROR' },
  };
}
