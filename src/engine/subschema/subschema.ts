import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { ReferenceResolver } from './entities.ts';
import type { BatchResolver, Context, Resolver } from './resolver.ts';

/** One extension's GraphQL part, as plans see it: a valid Federation subgraph with `_entities` and `_service`. */
export interface Subschema {
  readonly extension: ExtensionId;
  readonly schema: GraphQLSchema;
  /** What plans call without a document. Undefined where the extension does not run in this process. */
  readonly resolvers?: SubschemaResolvers | undefined;
  /**
   * Whether its code says how leaf values or abstract types are read: then the public schema depends on it, and not
   * on the SDL alone.
   */
  readonly ownTypes: boolean;
}

/** The same with its code: the side of an extension elsewhere that answers documents. */
export interface ExecutableSubschema extends Subschema {
  /** Runs a document on this extension alone. An error leaves a null at its own place, and takes nothing along. */
  execute(request: SubschemaRequest): Promise<ExecutionResult>;
}

export interface SubschemaResolvers {
  /**
   * By type, then field, as the extension wrote them; the rest are properties of their parents. Guards are not in
   * them.
   */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Resolver | BatchResolver>>;
  /** `__resolveReference` by type. */
  readonly references: ReadonlyMap<string, ReferenceResolver>;
}

export interface SubschemaRequest {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
  readonly context: Context;
}
