import type { DocumentNode, FieldDefinitionNode, GraphQLSchema, SelectionSetNode } from 'graphql';
import type { ExtensionId, Place } from '#base';

/** The AST has locations, with a Source of the file's name. */
export interface SdlFile {
  readonly file: string;
  readonly document: DocumentNode;
}

/** What is known of an extension before its code runs. */
export interface ExtensionSdl {
  readonly id: ExtensionId;
  readonly sdl: readonly SdlFile[];
  /** Internal fields that it asks for. */
  readonly uses?: readonly UsedField[] | undefined;
}

export interface UsedField {
  /** `Type.field` */
  readonly field: string;
  /** Whether the extension works without it. */
  readonly isOptional?: boolean | undefined;
  readonly where: Place;
}

/** What all extensions' SDL says together: which extensions give a field, and which keys lead to them. */
export interface Composition {
  /** The types that belong to no extension. */
  readonly own: DocumentNode;
  /** The merged schema without resolvers, with the gateway's own fields, `@inaccessible` and `@internal` ones. */
  readonly schema: GraphQLSchema;
  /** Some type is defined differently by extensions, so Federation's rules made the schema. */
  readonly differs: boolean;
  /** Each extension's SDL as a complete Federation subgraph, with the keys and stubs that it may leave out. */
  readonly subgraphs: ReadonlyMap<ExtensionId, Subgraph>;
  /** Object and interface types by name. */
  readonly types: ReadonlyMap<string, ComposedType>;
  /** By `Type.field`. A field without an entry has no guard. */
  readonly guards: ReadonlyMap<string, FieldGuard>;
  /** Names, and `Type.field` of the fields, that clients do not see. */
  readonly inaccessible: ReadonlySet<string>;
  /** What clients do not see: internal fields, `Type.field` with their extension, and types that only these lead to. */
  readonly internal: ReadonlyMap<string, ExtensionId | undefined>;
}

export interface Subgraph {
  readonly document: DocumentNode;
  /** The document without internal names, for clients of the extension alone. */
  readonly clientDocument: DocumentNode;
  /** Names of the types that the document has. */
  readonly types: ReadonlySet<string>;
  /** Entities that only this extension can own, so it must have `__resolveReference` for them. */
  readonly ownedEntities: readonly string[];
}

export interface ComposedType {
  readonly name: string;
  /** Undefined for Query and Mutation, and for types of the gateway itself. */
  readonly owner: ExtensionId | undefined;
  /** By extension with `@interfaceObject`: its name for the type's objects. An interface has all such extensions. */
  readonly knownAs: ReadonlyMap<ExtensionId, string>;
  /** The extensions that can find the type's objects by key, each with its keys. */
  readonly keys: ReadonlyMap<ExtensionId, readonly SelectionSetNode[]>;
  readonly fields: ReadonlyMap<string, ComposedField>;
}

export interface ComposedField {
  /** The extensions that resolve the field; the first is its owner. Empty for fields of the gateway itself. */
  readonly sources: readonly ExtensionId[];
  /** By extension: `@requires`, the fields of others that it needs first. */
  readonly requires: ReadonlyMap<ExtensionId, SelectionSetNode>;
  /** By extension: `@provides`, what it gives below this field only. */
  readonly provides: ReadonlyMap<ExtensionId, SelectionSetNode>;
  /** `@gather`: all sources, in the order of gateway.yaml, with what they write. Their lists are joined. */
  readonly parts?: ReadonlyMap<ExtensionId, FieldDefinitionNode> | undefined;
  /** `@dispatch`: only one source is asked. */
  readonly dispatch?: Dispatch | undefined;
}

export interface Dispatch {
  /** The argument that names a type. */
  readonly by: string;
  /** The default of that argument. */
  readonly otherwise: string | undefined;
  /** By type: the contributor that owns it. The owner of the field is asked for any other name. */
  readonly targets: ReadonlyMap<string, ExtensionId>;
}

export interface FieldGuard {
  /** Every entry must hold: a caller has all scopes of one of its sets. If empty, any signed-in caller will do. */
  readonly scopes: readonly (readonly (readonly string[])[])[];
}
