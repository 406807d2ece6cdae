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
  GraphQLInterfaceType,
  GraphQLIsTypeOfFn,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  GraphQLTypeResolver,
  OperationDefinitionNode,
} from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { BatchResolver, Context, Resolver } from '../subschema/resolver.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { Limits } from './call-limits.ts';
import type { Complete, CompleteAll } from './completion.ts';
import type { CallObserver } from './engine-observer.ts';
import type { Fault } from './fault.ts';

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
  /** Questions about the schema are not in it: graphql-js completes the answer. */
  readonly isPartial: boolean;
  /** Whether some object is put together from what several extensions say of it; levels may be planned later. */
  readonly joins: { readonly any: boolean };
  /** All variables are of built-in scalars, which every extension coerces alike. */
  readonly plainVariables: boolean;
  tier: Tier;
  /** How often it was asked for; what was long ago counts for less. */
  hits: number;
  /** Its code would be too long, or the process may not make any. */
  staysInterpreted: boolean;
}

/** The type of a level's objects. An interface where nothing of the selection depends on which of its types an object is of. */
export type RowType = GraphQLObjectType | GraphQLInterfaceType;

export interface LevelPlan {
  readonly type: RowType;
  /** What stands for the type where graphql-js completes the answer: one of an interface's types will do. */
  readonly typename: string;
  /** Clients do not see the type. */
  readonly isHidden: boolean;
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

/** The key `__proto__` is data in an object without a prototype alone. */
export function hasProtoKey({ output }: Pick<LevelPlan, 'output'>): boolean {
  return output.some(({ key }) => key === '__proto__');
}

/** Puts the rows of an answer together from its columns. */
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
  /** The same object from another extension has it. */
  readonly elsewhere: boolean;
}

type Values = readonly unknown[];

/**
 * Runs the steps of an extension: in this process by its resolvers, elsewhere by whatever takes a document. Planner and run know no
 * more of it than this. It answers at once where it can, keeps to its extension's time (`withinTime`), and never throws or
 * rejects: a Fault stands where something went wrong.
 */
export interface BackEnd {
  /**
   * What its values are. `objects`: the extension's own; their fields are resolved, or read by name. `answers`: a document's answer,
   * with all that the step selects by response key; leaves are serialised, and `typeAlias` says what an interface or union is.
   */
  readonly gives: 'objects' | 'answers';
  /** One object or Fault, whose fields are those of Query or Mutation. Left out where the fields need none. */
  readonly root?: (run: StepRun, step: StepPlan, context: Context) => Values | Promise<Values>;
  /** An object, null or Fault for each representation. */
  entities(run: StepRun, step: StepPlan, asked: AskedEntities): Values | Promise<Values>;
}

export interface AskedEntities {
  readonly type: string;
  readonly keys: readonly Representation[];
  readonly context: Context;
}

/** What an entity is asked for by, as `_entities` has it. */
export type Representation = Readonly<Record<string, unknown>>;

/** An error that leads to no null of its extension's answer. */
export interface LostError {
  readonly error: unknown;
  readonly extension: ExtensionId | undefined;
  /** Where its extension says that it is. */
  readonly path: readonly (string | number)[];
}

/** What a back end is told of a run. */
export interface StepRun {
  readonly plan: OperationPlan;
  readonly request: {
    /** Coerced with the public schema. */
    readonly variables: Readonly<Record<string, unknown>>;
    /** As the client sent them. */
    readonly rawVariables: Readonly<Record<string, unknown>>;
  };
  fault(error: unknown, extension: ExtensionId | undefined): Fault;
  /** Clients are told of it beside the errors that have a place. */
  lose(lost: LostError): void;
  limitsOf(owner: OwnerPlan): Limits;
}

/** Who resolves fields: an extension, or the gateway itself. */
export interface OwnerPlan {
  readonly extension: ExtensionId | undefined;
  readonly subschema: Subschema | undefined;
  /** Undefined for the gateway itself. */
  readonly backEnd: BackEnd | undefined;
  /** Where its calls are counted; undefined where they are not. */
  readonly calls: CallObserver | undefined;
}

export interface StepPlan {
  readonly owner: OwnerPlan;
  /** `own`: the objects are at hand. `root`: fields of Query or Mutation. `entities`: asked for by representation. */
  readonly kind: 'own' | 'root' | 'entities';
  readonly fields: readonly FieldPlan[];
  readonly needs: readonly NeedPlan[];
  /** By which name its extension knows the objects' type. */
  readonly typename: string;
  /** Its extension is asked for the objects themselves, and not only for fields of those that are there. */
  readonly isCall: boolean;
  /** `__resolveReference`; without one an entity is its representation. */
  readonly reference: Resolver | BatchResolver | undefined;
  /** The extension's own check that an entity is of the level's type. */
  readonly isTypeOf: GraphQLIsTypeOfFn<unknown, unknown> | undefined;
  /** Set when the plan is compiled. */
  code: StepCode | undefined;
}

/** What a compiled plan has of a step. Each function gives up, and changes nothing, when the data is not as usual. */
export interface StepCode {
  /** Reads the columns of all leaves that are properties, in one go. False when it gave up. */
  readonly read: ((sources: readonly unknown[], columns: (readonly unknown[] | undefined)[]) => boolean) | undefined;
  /** The fields that it does not read. */
  readonly others: readonly FieldPlan[];
  /** Makes the representations of all objects. Undefined when it gave up. */
  readonly represent:
    | ((columns: readonly (readonly unknown[] | undefined)[], size: number) => Record<string, unknown>[] | undefined)
    | undefined;
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
  /** `Type.field`, for messages. */
  readonly place: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Why the field is refused for a context. Undefined for a field that every caller may have. */
  readonly guard: ((context: Context) => Error | undefined) | undefined;
  /** As the answer has it. */
  readonly type: GraphQLOutputType;
  readonly isLeaf: boolean;
  /** Of its named type; undefined for objects, enums and the extensions' own scalars. */
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
  /** The same for its named type, without lists and non-nulls. */
  readonly completeNamed: Complete;
}

/** A field at its place in an operation. */
export interface FieldPlan extends FieldFacts {
  /** The number of its column. */
  readonly index: number;
  readonly key: string;
  readonly name: string;
  /** The property of its parent that it is, where it has no resolver. */
  readonly property: string;
  readonly nodes: readonly FieldNode[];
  /** Undefined where they are coerced each time. */
  readonly args: readonly ArgumentPlan[] | undefined;
  /** Fetched for a step, not for the client. */
  readonly hidden: boolean;
  readonly owner: OwnerPlan;
  readonly level: LevelPlan;
  /** Undefined for leaves. */
  readonly child: ChildPlan | undefined;
  /** Are there promises among what its resolver gave? Set when the plan is compiled. */
  anyPromise: ((values: readonly unknown[]) => boolean) | undefined;
  /** Completes a whole column. Set when the plan is compiled. */
  completeAll: CompleteAll | undefined;
}

/** An argument as it stands in an operation. */
export interface ArgumentPlan {
  readonly name: string;
  /** Whose value is the argument's; undefined where the value is known already. */
  readonly variable: string | undefined;
  /** The constant, or the default; undefined where there is none. */
  readonly value: unknown;
  readonly required: boolean;
}

/** Asks an extension that has the interface for its objects, by key. */
export interface TypingPlan {
  /** The keys. */
  readonly level: LevelPlan;
  readonly step: StepPlan;
  /** As the extension that is asked has it. */
  readonly view: GraphQLInterfaceType;
}

export interface ChildPlan {
  /** Undefined when the field returns an object type. */
  readonly abstract: GraphQLAbstractType | undefined;
  /** Says which type an object is of, where there are several. */
  readonly resolveType: GraphQLTypeResolver<unknown, unknown>;
  /** How one finds out which type an object is of whose extension knows no more than its interface. */
  readonly typing: TypingPlan | undefined;
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
  /** The same for a whole column. Set when the plan is compiled. */
  projectAll: CompleteAll | undefined;
  /** How often the projection had to be given up. */
  bails: number;
}
