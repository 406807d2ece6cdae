import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { ExtensionId } from '../base/ids.ts';
import type { Context } from '../extension-api.ts';

/** One extension's GraphQL part: executable by itself, a valid Federation subgraph with `_entities` and `_service`. */
export interface Subschema {
  readonly extension: ExtensionId;
  readonly schema: GraphQLSchema;
  /** Runs a document on this extension alone, in process, with the extension's own context. */
  execute(request: SubschemaRequest): Promise<ExecutionResult>;
}

export interface SubschemaRequest {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
  readonly context: Context;
}
