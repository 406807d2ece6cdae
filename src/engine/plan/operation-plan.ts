/**
 * How the engine runs one GraphQL operation. A level is the selection on objects of one type from one extension. A
 * step calls one extension at a level: the first step the extension that gave the objects, each other step another
 * extension, with a batch of representations. A plan holds nothing of a request.
 */
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLInterfaceType,
  GraphQLIsTypeOfFn,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  GraphQLTypeResolver,
  OperationDefinitionNode,
} from 'graphql';
import type { ExtensionId } from '#base';
import type { BatchResolver, Context, Resolver } from '../subschema/resolver.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { Limits } from './call-limits.ts';
import type { Complete, CompleteAll } from './completion.ts';
import type { CallObserver } from './engine-observer.ts';
import type { Fault } from './fault.ts';

/** A plan starts as closures. After enough runs it gets generated code. */
export const tiers = { interpreted: 'interpreted plan', compiled: 'compiled plan' } as const;
export type Tier = (typeof tiers)[keyof typeof tiers];

export interface OperationPlan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly schema: GraphQLSchema;
  readonly root: LevelPlan;
  /** Root fields run one after the other. */
  readonly serial: boolean;
  /** The operation also selects introspection fields; graphql-js completes the answer. */
  readonly isPartial: boolean;
  /** True once some object joins answers of several extensions. Planning a level later may set it. */
  readonly joins: { readonly any: boolean };
  /** All variables are of built-in scalars, which every extension coerces alike. */
  readonly plainVariables: boolean;
  tier: Tier;
  /** How often the operation ran. Old runs count less. */
  hits: number;
  /** The generated code would be too long, or the process forbids code generation. */
  staysInterpreted: boolean;
}

/** The type of a level's objects. An interface where nothing in the selection depends on the object's own type. */
export type RowType = GraphQLObjectType | GraphQLInterfaceType;

export interface LevelPlan {
  readonly type: RowType;
  /** The object type's name in the answer. For an interface, any of its types will do. */
  readonly typename: string;
  readonly isHidden: boolean;
  readonly isTypeOf: GraphQLIsTypeOfFn<unknown, unknown> | undefined;
  /** Ordered: each step comes after the steps that it needs. */
  readonly steps: readonly StepPlan[];
  readonly fields: readonly FieldPlan[];
  /** Response keys in the client's order. */
  readonly output: readonly OutputPlan[];
  /** Set when the plan is compiled. */
  makeRows: MakeRows | undefined;
}

/** An object that has the key `__proto__` must have no prototype. */
export function hasProtoKey({ output }: Pick<LevelPlan, 'output'>): boolean {
  return output.some(({ key }) => key === '__proto__');
}

/** Builds the answer's objects from a level's columns. */
export type MakeRows = (
  columns: readonly (readonly unknown[] | undefined)[],
  size: number,
) => Record<string, unknown>[];

export interface OutputPlan {
  readonly key: string;
  /** Undefined for `__typename`. */
  readonly field: FieldPlan | undefined;
  /** The same objects from further extensions, which know other fields of them. */
  readonly others: readonly FieldPlan[] | undefined;
  /** `@gather`: the lists whose items follow each other. `field` is the first of them. */
  readonly parts: readonly FieldPlan[] | undefined;
  /** Another extension gives this field of the same object. */
  readonly elsewhere: boolean;
}

type Values = readonly unknown[];

/**
 * Runs the steps of one extension: with its resolvers in this process, or with documents elsewhere. It answers at
 * once where it can, keeps to the time-out (`withinTime`), and puts a Fault where something failed. Never rejects.
 */
export interface BackEnd {
  /**
   * `objects`: the extension's values, whose fields are resolved or read by name. `answers`: data of a document,
   * with serialised leaves, and `typeAlias` naming the type of an interface or union.
   */
  readonly gives: 'objects' | 'answers';
  /** The object, or Fault, that the fields of Query or Mutation are read from. Left out if they need none. */
  readonly root?: (run: StepRun, step: StepPlan, context: Context) => Values | Promise<Values>;
  /** Gives an object, null or Fault for each representation. */
  entities(run: StepRun, step: StepPlan, asked: AskedEntities): Values | Promise<Values>;
}

export interface AskedEntities {
  readonly type: string;
  readonly keys: readonly Representation[];
  readonly context: Context;
}

export type Representation = Readonly<Record<string, unknown>>;

/** An error without a null in its extension's answer. */
export interface LostError {
  readonly error: unknown;
  readonly extension: ExtensionId | undefined;
  /** The path that the extension reports. */
  readonly path: readonly (string | number)[];
}

/** The part of a run that a back end sees. */
export interface StepRun {
  readonly plan: OperationPlan;
  readonly request: {
    /** Coerced with the public schema. */
    readonly variables: Readonly<Record<string, unknown>>;
    /** As the client sent them. */
    readonly rawVariables: Readonly<Record<string, unknown>>;
  };
  fault(error: unknown, extension: ExtensionId | undefined): Fault;
  /** Reports the error to the client in addition to those at a field. */
  lose(lost: LostError): void;
  limitsOf(owner: OwnerPlan): Limits;
}

/** What resolves fields: an extension, or the gateway itself. */
export interface OwnerPlan {
  readonly extension: ExtensionId | undefined;
  readonly subschema: Subschema | undefined;
  /** Undefined for the gateway itself. */
  readonly backEnd: BackEnd | undefined;
  /** Undefined where calls are not counted. */
  readonly calls: CallObserver | undefined;
}

export interface StepPlan {
  readonly owner: OwnerPlan;
  /** `own`: the objects are known. `root`: fields of Query or Mutation. `entities`: objects found by representation. */
  readonly kind: 'own' | 'root' | 'entities';
  readonly fields: readonly FieldPlan[];
  readonly needs: readonly NeedPlan[];
  readonly typename: string;
  /** The extension is called for the objects themselves, not only for fields of known objects. */
  readonly isCall: boolean;
  /** `__resolveReference`. Without it, an entity is its representation. */
  readonly reference: Resolver | BatchResolver | undefined;
  /** `isTypeOf` of the extension, for entities. */
  readonly isTypeOf: GraphQLIsTypeOfFn<unknown, unknown> | undefined;
  /** Set when the plan is compiled. */
  code: StepCode | undefined;
}

/** Generated code of a step. Each function gives up, without effect, when it meets unusual data. */
export interface StepCode {
  /** Reads the columns of all leaves that are properties. False when it gave up. */
  readonly read: ((sources: readonly unknown[], columns: (readonly unknown[] | undefined)[]) => boolean) | undefined;
  /** The fields that `read` leaves out. */
  readonly others: readonly FieldPlan[];
  /** Makes the representations of all objects. Undefined when it gave up. */
  readonly represent:
    | ((columns: readonly (readonly unknown[] | undefined)[], size: number) => Record<string, unknown>[] | undefined)
    | undefined;
}

/** A key or required field: a column of the level. */
export interface NeedPlan {
  readonly name: string;
  readonly key: boolean;
  /** `@gather`: one of several lists that are joined under the name. */
  readonly part: boolean;
  readonly field: FieldPlan;
  /** The step's fields that cannot run without it. */
  readonly wantedBy: readonly FieldPlan[];
}

/** A field of Query that the gateway resolves from its arguments, and the locale of the request. */
export type OwnField = (args: Readonly<Record<string, unknown>>, scope: OwnScope) => unknown;

export interface OwnScope {
  /** Who asks. The field itself checks what they may. */
  readonly caller?: unknown;
  /** Above 0 for a query of an extension. */
  readonly depth?: number | undefined;
  readonly request?: { readonly locale?: string | undefined } | undefined;
  /** The state of settings that the request sees. */
  settings?: unknown;
}

/** Leaf types whose valid values `typeof` recognises. */
export type LeafKind = 'string' | 'int' | 'float' | 'boolean';

/** What all plans share about a field of one extension. */
export interface FieldFacts {
  /** `Type.field`, for messages. */
  readonly place: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Returns why a context may not have the field. Undefined where the field has no guard. */
  readonly guard: ((context: Context) => Error | undefined) | undefined;
  readonly type: GraphQLOutputType;
  readonly isLeaf: boolean;
  /** Undefined for objects, enums and custom scalars. */
  readonly leaf: LeafKind | undefined;
  readonly required: boolean;
  readonly lists: number;
  /** Undefined where the value is a property of the parent. */
  readonly resolver: Resolver | BatchResolver | undefined;
  readonly own: OwnField | undefined;
  readonly schema: GraphQLSchema;
  readonly complete: Complete;
  /** Completes the named type, without lists and non-nulls. */
  readonly completeNamed: Complete;
}

export interface FieldPlan extends FieldFacts {
  readonly index: number;
  readonly key: string;
  readonly name: string;
  /** The parent's property with the value, where the field has no resolver. */
  readonly property: string;
  readonly nodes: readonly FieldNode[];
  /** Undefined where graphql-js coerces the arguments in each run. */
  readonly args: readonly ArgumentPlan[] | undefined;
  /** A step needs the field; the client did not select it. */
  readonly hidden: boolean;
  readonly owner: OwnerPlan;
  readonly level: LevelPlan;
  /** Undefined for leaves. */
  readonly child: ChildPlan | undefined;
  /** Finds promises among the resolved values. Set when the plan is compiled. */
  anyPromise: ((values: readonly unknown[]) => boolean) | undefined;
  /** Completes a whole column. Set when the plan is compiled. */
  completeAll: CompleteAll | undefined;
}

export interface ArgumentPlan {
  readonly name: string;
  /** The variable's name. Undefined for a constant. */
  readonly variable: string | undefined;
  /** The constant or the default; undefined where there is none. */
  readonly value: unknown;
  readonly required: boolean;
}

/** Asks an extension that defines the interface for its objects, by key. */
export interface TypingPlan {
  /** The level that holds the keys. */
  readonly level: LevelPlan;
  readonly step: StepPlan;
  /** The interface in the schema of that extension. */
  readonly view: GraphQLInterfaceType;
}

export interface ChildPlan {
  /** Undefined when the field returns an object type. */
  readonly abstract: GraphQLAbstractType | undefined;
  /** Names an object's type, where there are several. */
  readonly resolveType: GraphQLTypeResolver<unknown, unknown>;
  /** Finds the types of objects whose extension knows only the interface (`@interfaceObject`). */
  readonly typing: TypingPlan | undefined;
  /** The levels planned so far. */
  readonly known: readonly LevelPlan[];
  /** The level for a type's objects, planned on first use. */
  level(type: string): LevelPlan;
  readonly possible: readonly string[];
  /** Reads the whole sub-tree at once. Undefined unless it has only properties, without promises or methods. */
  project: Complete | undefined;
  /** The same for a whole column. Set when the plan is compiled. */
  projectAll: CompleteAll | undefined;
  /** How often the data did not fit the projection. */
  bails: number;
}
