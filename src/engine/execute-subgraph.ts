import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, parse } from 'graphql';
import { answered } from './execute-operation.ts';
import { ErrorMask } from './replay/mask-error.ts';
import type { EngineLogger, EngineOperation } from './run/engine-operation.ts';
import type { Subschema } from './subschema/subschema.ts';

export interface SubgraphScope {
  /** The resolvers' third argument. */
  readonly context: object;
  readonly logger: EngineLogger;
}

/**
 * Runs a validated operation on the subgraph of one extension, as other gateways ask it. Its errors are those that
 * clients of the whole shop get.
 */
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
  const mask = new ErrorMask(scope.logger);
  const isThrown = ({ originalError, path }: GraphQLError): boolean =>
    originalError !== undefined && path !== undefined;
  const shown = errors.map((error) => answered(isThrown(error) ? mask.apply(error, extension) : error, mask));
  mask.close();
  return { ...result, errors: shown };
}

const locatedDocuments = new WeakMap<DocumentNode, DocumentNode>();

/** The same document with locations, which errors show. */
function located(document: DocumentNode, text: string): DocumentNode {
  const known = locatedDocuments.get(document) ?? parse(text);
  locatedDocuments.set(document, known);
  return known;
}
