import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, parse } from 'graphql';
import type { ExtensionId } from '#base';
import { answered } from './execute-operation.ts';
import { clientError, ErrorMask } from './replay/mask-and-log-errors.ts';
import type { EngineLogger, EngineOperation } from './run/engine-operation.ts';
import type { Subschema } from './subschema/subschema.ts';

export interface SubgraphScope {
  /** The resolvers' third argument. */
  readonly context: object;
  readonly logger: EngineLogger;
  /** Gives an error the words of the request's locale. */
  readonly inWords: (error: Error) => Error;
}

/** Runs a validated operation on one extension's subgraph, for other gateways. Errors are as for all clients. */
export async function executeSubgraph(
  { schema, extension }: Subschema,
  { document, text, operationName, variables, scope }: EngineOperation<SubgraphScope>,
): Promise<ExecutionResult> {
  const { errors, ...result } = await execute({
    schema,
    document: text === undefined ? document : located(document, text),
    operationName,
    variableValues: variables,
    contextValue: scope.context,
  });
  if (errors === undefined) return result;
  const mask = new ErrorMask(scope.logger, undefined, scope.inWords);
  const shown = errors.map((error) => answered(shownTo(error, mask, extension), mask));
  mask.close();
  return { ...result, errors: shown };
}

/** The error as clients get it. It keeps what graphql-js says of the document and its variables. */
function shownTo(error: GraphQLError, mask: ErrorMask, extension: ExtensionId): GraphQLError {
  const { originalError, path } = error;
  if (originalError === undefined || path === undefined) return error;
  const field = emptyField.exec(originalError.message)?.[1];
  if (field === undefined) return mask.apply(error, extension);
  mask.noteEmpty(field, extension, path);
  const { message, nodes = [] } = error;
  return clientError(message, { nodes, path, extensions: { code: 'INTERNAL_SERVER_ERROR', extension } });
}

/** graphql-js throws an Error of its own for a null where there must be none. */
const emptyField = /^Cannot return null for non-nullable field (\w+\.\w+)\.$/;

const locatedDocuments = new WeakMap<DocumentNode, DocumentNode>();

/** The same document with locations, which errors show. */
function located(document: DocumentNode, text: string): DocumentNode {
  const known = locatedDocuments.get(document) ?? parse(text);
  locatedDocuments.set(document, known);
  return known;
}
