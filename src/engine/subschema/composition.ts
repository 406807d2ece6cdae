import type { DocumentNode, GraphQLSchema, SelectionSetNode } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';

/** A file of SDL. Its AST has locations, in a Source of the file's name. */
export interface SdlFile {
  readonly file: string;
  readonly document: DocumentNode;
}

/** What is known of an extension before any of its code has run. */
export interface ExtensionSdl {
  readonly id: ExtensionId;
  readonly sdl: readonly SdlFile[];
}

/** What all extensions' SDL says together: who gives which field, and by which keys one reaches it. */
export interface Composition {
  /** The types that belong to no extension. */
  readonly own: DocumentNode;
  /** The merged schema, without resolvers: with the gateway's own fields and with what is `@inaccessible`. */
  readonly schema: GraphQLSchema;
  /** Extensions write some type otherwise than others do: the schema is what Federation's rules make of it. */
  readonly differs: boolean;
  /** Each extension's own SDL as a complete Federation subgraph, with keys and stubs that its team need not write. */
  readonly subgraphs: ReadonlyMap<ExtensionId, Subgraph>;
  /** Object and interface types by name. */
  readonly types: ReadonlyMap<string, ComposedType>;
  /** By `Type.field`: who may have that field. Absent where everybody may. */
  readonly guards: ReadonlyMap<string, FieldGuard>;
  /** Names and `Type.field`s that clients do not see. */
  readonly inaccessible: ReadonlySet<string>;
}

export interface Subgraph {
  readonly document: DocumentNode;
  /** Names of the types that the document has. */
  readonly types: ReadonlySet<string>;
  /** Types whose `__resolveReference` must exist: entities that this extension owns, and nobody else could. */
  readonly ownedEntities: readonly string[];
}

export interface ComposedType {
  readonly name: string;
  /** Undefined for Query and Mutation, and for types of the gateway itself. */
  readonly owner: ExtensionId | undefined;
  /**
   * The extensions that know the type's objects only as those of an interface, by `@interfaceObject`; and by which name. An interface
   * has all that know it like that.
   */
  readonly knownAs: ReadonlyMap<ExtensionId, string>;
  /** The extensions that can be asked for the type by key, each with its keys. */
  readonly keys: ReadonlyMap<ExtensionId, readonly SelectionSetNode[]>;
  readonly fields: ReadonlyMap<string, ComposedField>;
}

export interface ComposedField {
  /** The extensions that resolve the field; the first is its owner. Empty for the gateway's own fields. */
  readonly sources: readonly ExtensionId[];
  /** What an extension needs of the other extensions' fields before it can resolve this one. */
  readonly requires: ReadonlyMap<ExtensionId, SelectionSetNode>;
  /** What an extension gives below this field although it does not give it elsewhere. */
  readonly provides: ReadonlyMap<ExtensionId, SelectionSetNode>;
}

export interface FieldGuard {
  /** Every entry must hold: a caller needs all scopes of at least one of its sets. Empty: a caller is enough. */
  readonly scopes: readonly (readonly (readonly string[])[])[];
}
