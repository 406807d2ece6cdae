/**
 * How one GraphQL operation is fetched. A level is the selection on objects of one type that came from one extension; its
 * steps are what the extensions are asked for there: the first is the objects' own extension, each other one a hop to an
 * extension that is given a batch of representations. A plan holds nothing of any request.
 */
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLIsTypeOfFn,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { ExtensionId } from '../base/ids.ts';
import type { BatchResolver, Resolver } from '../extension-api.ts';
import type { FieldGuard } from '../subschema/composition.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { Complete } from './completion.ts';

/** How a plan runs: at first by closures, and once it is in use by code of its own. */
export const tiers = { interpreted: 'interpreted plan', compiled: 'compiled plan' } as const;
export type Tier = (typeof tiers)[keyof typeof tiers];

export interface OperationPlan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** What clients see. */
  readonly schema: GraphQLSchema;
  readonly root: LevelPlan;
  /** The root fields run one after the other. */
  readonly serial: boolean;
  /** All variables are of built-in scalars, which every extension coerces alike. */
  readonly plainVariables: boolean;
  tier: Tier;
  /** How often it was asked for, as long as that matters. */
  hits: number;
}

export interface LevelPlan {
  readonly type: GraphQLObjectType;
  /** The extension's own check that an object is of the type. */
  readonly isTypeOf: GraphQLIsTypeOfFn<unknown, unknown> | undefined;
  /** In an order in which each step comes after those that it needs. */
  readonly steps: readonly StepPlan[];
  readonly fields: readonly FieldPlan[];
  /** The answer's keys, in the client's order. */
  readonly output: readonly OutputPlan[];
  /** Set when the plan is compiled. */
  makeRows: MakeRows | undefined;
}

/** Puts the rows of an answer together from its columns; `__typename` has none. */
export type MakeRows = (
  keys: readonly string[],
  columns: readonly (readonly unknown[] | undefined)[],
  rows: { readonly size: number; readonly typename: string },
) => Record<string, unknown>[];

export interface OutputPlan {
  readonly key: string;
  /** Undefined for `__typename`. */
  readonly field: FieldPlan | undefined;
}

/** Who resolves fields: an extension, or the gateway itself. */
export interface OwnerPlan {
  readonly extension: ExtensionId | undefined;
  readonly subschema: Subschema | undefined;
}

export interface StepPlan {
  readonly owner: OwnerPlan;
  /** `own`: the objects are at hand. `root`: fields of Query or Mutation. `entities`: asked for by representation. */
  readonly kind: 'own' | 'root' | 'entities';
  readonly fields: readonly FieldPlan[];
  readonly needs: readonly NeedPlan[];
  /** `__resolveReference`; without one an entity is its representation. */
  readonly reference: Resolver | BatchResolver | undefined;
}

/** A key or required field, as a column of the level. */
export interface NeedPlan {
  readonly name: string;
  readonly key: boolean;
  readonly field: FieldPlan;
  /** The step's fields that cannot do without it. */
  readonly wantedBy: readonly FieldPlan[];
}

/** A field of Query that is the gateway's own: it needs nothing but its arguments. */
export type OwnField = (args: Readonly<Record<string, unknown>>) => unknown;

/** Leaves whose right values are recognised without asking their types. */
export type LeafKind = 'string' | 'int' | 'float' | 'boolean';

/** A field of one extension, whatever the operation. */
export interface FieldFacts {
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  readonly guard: FieldGuard | undefined;
  /** As the answer has it. */
  readonly type: GraphQLOutputType;
  readonly isLeaf: boolean;
  /** Undefined for lists, objects, enums and the extensions' own scalars. */
  readonly leaf: LeafKind | undefined;
  readonly required: boolean;
  /** How many lists lie around its named type. */
  readonly lists: number;
  /** Undefined for a property of the parent. */
  readonly resolver: Resolver | BatchResolver | undefined;
  /** Resolves a field of the gateway itself. */
  readonly own: OwnField | undefined;
  /** The extension's. */
  readonly schema: GraphQLSchema;
  readonly complete: Complete;
}

/** A field at its place in an operation. */
export interface FieldPlan extends FieldFacts {
  /** The number of its column. */
  readonly index: number;
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  /** Fetched for a step, not for the client. */
  readonly hidden: boolean;
  readonly owner: OwnerPlan;
  readonly level: LevelPlan;
  /** Undefined for leaves. */
  readonly child: ChildPlan | undefined;
  /** Set when the plan is compiled, for leaves that are properties of their parents. */
  read: ReadColumn | undefined;
}

/**
 * Reads a whole column of leaves that need no serialising; undefined when there is anything else among them, and then the
 * column is resolved and completed cell by cell.
 */
export type ReadColumn = (sources: readonly unknown[]) => readonly unknown[] | undefined;

export interface ChildPlan {
  /** Undefined when the field returns an object type. */
  readonly abstract: GraphQLAbstractType | undefined;
  /** The levels that have been planned so far. */
  readonly known: readonly LevelPlan[];
  /** The level for objects of a type; planned when it is first needed. */
  level(type: string): LevelPlan;
  /** The names of the types that may come up. */
  readonly possible: readonly string[];
  /**
   * The whole sub-tree at once, where it is only properties: undefined where it is more, and once data has shown that
   * it holds promises or methods.
   */
  project: Complete | undefined;
  /** How often the projection had to be given up. */
  bails: number;
}
