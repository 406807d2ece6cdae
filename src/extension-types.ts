/**
 * The types behind `<extension>.gen.ts`, which `stoa types` writes. Extensions import them through the generated file.
 */
import type { DocumentNode, GraphQLResolveInfo } from 'graphql';
import type { AnyTexts } from '#extension-ui';

/** A field of the SDL: what its resolver returns, and its arguments. */
export interface Field<Value, Args = NoArgs> {
  readonly value: Value;
  readonly args: Args;
}

export type NoArgs = Readonly<Record<never, never>>;

/** What a resolver returns for an object: its fields without arguments. */
export type Plain<Type> = {
  readonly [Name in keyof Type as Type[Name] extends Field<unknown, infer Args>
    ? keyof Args extends never
      ? Name
      : never
    : never]: Type[Name] extends Field<infer Value, unknown> ? Value : never;
};

/** Types of the extension's own for types of its SDL. Other names are refused. */
export type RowsOf<Known, Rows> = { readonly [Name in keyof Rows]: Name extends keyof Known ? unknown : never };

/** A field's resolver: called once for each parent. */
export type FieldResolver<Parent, Args, Value, Context> = (
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Value | Promise<Value>;

/** A field's resolver that is called once for each selection level, with all its parents. */
export interface FieldBatch<Parent, Args, Value, Context> {
  readonly batch: (
    parents: readonly Parent[],
    args: Args,
    context: Context,
    info: GraphQLResolveInfo,
  ) => readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;
}

/** Finds the object of a reference, or those of all references. */
export type ReferenceResolver<Reference, Value, Context> =
  | FieldResolver<Reference, NoArgs, Value | null | undefined, Context>
  | FieldBatch<Reference, NoArgs, Value | null | undefined, Context>;

/** Says which type an object of an interface or union has. */
export type TypeResolver<Value, Names, Context> = (
  value: Value,
  context: Context,
  info: GraphQLResolveInfo,
) => Names | Promise<Names>;

/** Internal values of an enum. They are required when the extension has a type of its own for the enum. */
export type EnumValues<Names extends string, Value> = [Value] extends [Names]
  ? { readonly [Name in Names]?: string | number | boolean }
  : { readonly [Name in Names]: Value };

/**
 * The resolvers of a type's fields. A field needs one if the gateway says so, or if the parent does not have it: under
 * its name, with its type.
 */
export type FieldResolvers<Parent, Type, Required extends keyof Type, Context> = {
  readonly [Name in keyof Type as Name extends Required | Lacking<Parent, Type> ? Name : never]: OneField<
    Parent,
    Type[Name],
    Context
  >;
} & {
  readonly [Name in keyof Type as Name extends Required | Lacking<Parent, Type> ? never : Name]?: OneField<
    Parent,
    Type[Name],
    Context
  >;
};

type OneField<Parent, Type, Context> =
  Type extends Field<infer Value, infer Args>
    ? FieldResolver<Parent, Args, Value, Context> | FieldBatch<Parent, Args, Value, Context>
    : never;

type Lacking<Parent, Type> = {
  [Name in keyof Type]: Type[Name] extends Field<infer Value, unknown>
    ? [Parent] extends [{ readonly [Own in Name]: Given<Value> }]
      ? never
      : Name
    : never;
}[keyof Type];

/** A property of a parent is a value, a promise, or a method. */
type Given<Value> = Value | Promise<Value> | ((...args: never) => Value | Promise<Value>);

/** Requires the types that have a required field. */
export type Complete<Types> = {
  readonly [Name in keyof Types as NoArgs extends Types[Name] ? never : Name]: Types[Name];
} & {
  readonly [Name in keyof Types as NoArgs extends Types[Name] ? Name : never]?: Types[Name];
};

/** One of several resolver files: it may leave out any type and field. */
export type Part<Types> = { readonly [Name in keyof Types]?: Partial<Types[Name]> };

/** What an extension uses of its shop. */
export interface ShopTypes {
  /** By routeId or page: the parameters of its path. */
  readonly routes: object;
  /** By text: the documents that the extension passes to `context.query`. */
  readonly documents: object;
  /** By key: the arguments of its texts. */
  readonly texts?: object;
  /** By name of a mail: what its component gets. */
  readonly mails?: object;
  /** The values of settings.schema.json. */
  readonly settings?: object;
  /** By name: the payloads of the events that the extension publishes. */
  readonly events?: object;
  /** By name: the inputs of its jobs. */
  readonly jobs?: object;
}

/** The payloads that a shop's types know. */
export type EventsOf<Shop> = Shop extends { readonly events: infer Events } ? Events : Readonly<Record<string, object>>;

/** The inputs of jobs that a shop's types know. */
export type JobsOf<Shop> = Shop extends { readonly jobs: infer Jobs } ? Jobs : Readonly<Record<string, unknown>>;

/** The texts that a shop's types know. */
export type TextsOf<Shop> = Shop extends { readonly texts: infer Texts } ? Texts : AnyTexts;

/** The settings that a shop's types know. */
export type SettingsOf<Shop> = Shop extends { readonly settings: infer Settings }
  ? Settings
  : Readonly<Record<string, unknown>>;

/** Any shop: what an extension without generated types knows. */
export interface AnyShop {
  readonly routes: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly documents: Readonly<Record<string, never>>;
}

/** A path without parameters. */
export type NoParams = Readonly<Record<string, never>>;

/** The parameters of a path come last, and may be left out when there are none. */
export type RouteParams<Params> = NoArgs extends Params ? readonly [params?: Params] : readonly [params: Params];

type VariablesOf<Document> = Document extends { readonly variables: infer Variables }
  ? NoArgs extends Variables
    ? readonly [variables?: Variables]
    : readonly [variables: Variables]
  : never;

type DataOf<Document> = Document extends { readonly data: infer Data } ? Data : never;

/** Result of `context.query`: data and errors as GraphQL defines them. */
export interface QueryResult<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly (string | number)[] | undefined }[];
  /** The field of `uses` with a question mark that no enabled extension has. None of the operation has run. */
  readonly absent?: string;
}

/** `context.query` where the documents are not known. */
export type UntypedQuery = <Data = Record<string, unknown>>(
  document: string | DocumentNode,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<QueryResult<Data>>;

/** `context.query` for the documents of an extension. A text that is not constant has the data that the caller says. */
export interface TypedQuery<Documents> {
  <Text extends keyof Documents & string>(
    document: Text,
    ...variables: VariablesOf<Documents[Text]>
  ): Promise<QueryResult<DataOf<Documents[Text]>>>;
  <Data = Record<string, unknown>, Text extends string = string>(
    document: DocumentNode | (Text & (string extends Text ? unknown : UnknownDocument)),
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<QueryResult<Data>>;
}

/** The document is not in `Documents` of the generated file: the schema refuses it, or the file is stale. */
export interface UnknownDocument {
  readonly unknownDocument: never;
}
