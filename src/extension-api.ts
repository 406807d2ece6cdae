/// <reference path="./style-sheets.d.ts" preserve="true" />
/// <reference path="./pictures.d.ts" preserve="true" />
/**
 * What an extension may import as `stoa`: types, and the few values that page components need. An extension sees itself,
 * its own npm packages and this file.
 */
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from 'express';
import type { DocumentNode, GraphQLResolveInfo, GraphQLScalarType } from 'graphql';

export {
  Area,
  type FormState,
  Head,
  type HeadProps,
  type Hydrate,
  type Layout,
  type Page,
  useForm,
  usePage,
} from './extension-ui.ts';

/** Who sent the request: from a bearer token or a session, checked by the gateway before any extension code runs. */
export type Caller =
  | { readonly kind: 'guest' }
  | { readonly kind: 'user'; readonly id: string; readonly permissions: readonly string[] };

/** Structured log events; the gateway adds the extension's name and the request's id. Never log tokens or bodies. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/**
 * The extension's own PostgreSQL schema, reached as the extension's own role: unqualified table names are its own, other
 * extensions' tables are refused by the server. That of a context belongs to its request. When the request ends early, its
 * statements fail, later ones are refused, and a transaction is cancelled. So what belongs together is one transaction.
 */
export interface Database {
  /** Runs one statement with `$1`, `$2`, ... and gives its rows. Rejects with PostgreSQL's error. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Runs the work in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
}

/** The part of the client's HTTP request that resolvers may see. */
export interface RequestInfo {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Answer of {@link Context.query}: data and errors as GraphQL defines them. */
export interface QueryResult<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly (string | number)[] | undefined }[];
}

/** Third argument of resolvers, and `request.context` of handlers. One for each request and extension. */
export interface Context {
  readonly request: RequestInfo;
  readonly caller: Caller;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the client leaves, the request's time is over, or a call of this extension took too long. */
  readonly signal: AbortSignal;
  /** The one way to ask the rest of the shop: runs on the gateway's schema, as this caller, in process. */
  query<Data = Record<string, unknown>>(
    document: string | DocumentNode,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<QueryResult<Data>>;
  /**
   * Asks the sources of this extension's `.meshrc.yaml` for a root field of theirs, with the selection of the field that a resolver
   * resolves: hand on its `info`. What comes back is what such a field of that type gives. Throws without a `.meshrc.yaml`.
   */
  mesh<Value = unknown>(
    field: string,
    args: Readonly<Record<string, unknown>>,
    info: GraphQLResolveInfo,
  ): Promise<Value>;
  /**
   * The path of a route or page, values percent-encoded. `routeId` as in the GraphQL field `url`.
   * Throws when the route is unknown, or when parameters are missing or too many.
   */
  url(routeId: string, params?: Readonly<Record<string, string | number>>): string;
}

/**
 * Signs the shopper of one request in and out. The cookie goes with the handler's own answer, so both must be called before that
 * is sent: afterwards they reject. Set cookies of your own with `response.cookie()`, which adds to those that are there.
 */
export interface Session {
  /**
   * From the next request on, this browser's caller is this user, with these permissions (`area:action`), until the lifetime in
   * gateway.yaml is over. Always a new session; the one that the browser had, if any, has ended.
   */
  signIn(user: { readonly id: string; readonly permissions?: readonly string[] }): Promise<void>;
  /** Ends the session of this browser; the user's others go on. Does nothing for a guest. */
  signOut(): Promise<void>;
  /**
   * Where to go back to: the path that a `next` parameter or field holds, or undefined when that is not a path of this shop.
   * Redirect to nothing else that a client has sent.
   */
  safeNext(next: unknown): string | undefined;
}

/** The parts of an endpoint's input that route.json describes. Generated per endpoint in `<extension>.gen.ts`. */
export interface EndpointInput {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

interface AnyInput extends EndpointInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** An Express request whose input has been checked against route.json. `body` is set once a body parser has run. */
export type Request<Input extends EndpointInput = AnyInput> = Omit<
  ExpressRequest,
  'params' | 'query' | 'body' | 'user'
> & {
  readonly params: Input['params'];
  readonly query: Input['query'];
  body: Input['body'];
  /** Undefined for a guest. */
  readonly user: { readonly id: string; readonly permissions: readonly string[] } | undefined;
  readonly session: Session;
  readonly context: Context;
};

export type Response = ExpressResponse;
export type Next = NextFunction;

/** A handler file's default export: Express middleware. */
export type Handler<Input extends EndpointInput = AnyInput> = (
  request: Request<Input>,
  response: Response,
  next: NextFunction,
) => unknown;

/** A resolver: called once for each parent. */
// biome-ignore lint/suspicious/noExplicitAny: parents and arguments are the extension's own types, which only it knows.
export type Resolver = (parent: any, args: any, context: Context, info: GraphQLResolveInfo) => unknown;

/**
 * A batched resolver: called once for each selection level with all its parents. Answers one value (or Error) for each
 * parent, in order.
 */
export interface BatchResolver {
  readonly batch: (
    // biome-ignore lint/suspicious/noExplicitAny: see Resolver.
    parents: readonly any[],
    // biome-ignore lint/suspicious/noExplicitAny: see Resolver.
    args: any,
    context: Context,
    info: GraphQLResolveInfo,
  ) => readonly unknown[] | Promise<readonly unknown[]>;
}

/**
 * Default export of `*.resolvers.ts`. By type, then field. `__resolveReference` of an entity is called as
 * `(reference, {}, context, info)`, or once for all with `{ batch }`; `__resolveType` and `__isTypeOf` are as in
 * graphql-js, scalars are `GraphQLScalarType`s and enums maps of internal values.
 */
export type Resolvers = Readonly<Record<string, TypeResolvers | GraphQLScalarType>>;

/** One type's fields, or one enum's internal values. */
export type TypeResolvers = Readonly<Record<string, Resolver | BatchResolver | string | number | boolean>>;
