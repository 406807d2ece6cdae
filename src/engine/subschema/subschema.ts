import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { ExtensionId } from '#base';
import type { ReferenceResolver } from './entities.ts';
import type { BatchResolver, Context, Resolver } from './resolver.ts';

/** One extension's GraphQL part for plans: a valid Federation subgraph with `_entities` and `_service`. */
export interface Subschema {
  readonly extension: ExtensionId;
  readonly schema: GraphQLSchema;
  /** The resolvers that plans call. Undefined where the extension runs elsewhere. */
  readonly resolvers?: SubschemaResolvers | undefined;
  /** The extension's code defines scalars, enum values or abstract types. So the public schema depends on it. */
  readonly ownTypes: boolean;
}

/** A subschema with its code, which answers documents. */
export interface ExecutableSubschema extends Subschema {
  /** Runs a document on this extension alone. An error leaves a null at its own place only. */
  execute(request: SubschemaRequest): Promise<ExecutionResult>;
}

export interface SubschemaResolvers {
  /** Unguarded resolvers by type, then field. Other fields are properties of their parents. */
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
