/// <reference path="./style-sheets.d.ts" preserve="true" />
/// <reference path="./pictures.d.ts" preserve="true" />
/**
 * What an extension imports as `stoa`: types, and the few functions and components that most extensions need. An
 * extension may import only its own files, its npm packages and this module.
 */
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from 'express';
import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { PlainValues, Shop as ShopFacts, TextParams } from '#extension-ui';
import type { Database } from './extension-database.ts';
import type { Files, Upload } from './extension-files.ts';
import type { Logger } from './extension-life.ts';
import type { MailOptions, MailsOf } from './extension-mail.ts';
import type { Caller, RequestInfo, Session, User } from './extension-session.ts';
import type { LaterOptions, PublishedEvent } from './extension-tasks.ts';
import type {
  AnyShop,
  JobsOf,
  RouteParams,
  SettingsOf,
  ShopTypes,
  TextsOf,
  TypedQuery,
  UntypedQuery,
} from './extension-types.ts';

export { type ErrorText, StoaError, type StoaErrorCode, type StoaErrorOptions } from '#extension-error';
export {
  type AnyTexts,
  Area,
  type Format,
  type FormInput,
  type FormState,
  Head,
  type HeadProps,
  type Hydrate,
  type JsonLd,
  type Layout,
  type MenuEntry,
  type Page,
  type PageLocale,
  Picture,
  type PictureContent,
  type PictureProps,
  type PlainValues,
  type Shop,
  type Tag,
  type Text,
  type TextParams,
  useForm,
  useFormat,
  useFormKey,
  useLocales,
  useMenu,
  usePage,
  useShop,
  useText,
} from '#extension-ui';
export type { AuditEntry, AuditRecord, Database, Transaction } from './extension-database.ts';
export type { FileSource, Files, PutOptions, StoredFile, StoredPicture, Upload } from './extension-files.ts';
export type { Logger, Start, StartContext, Stop } from './extension-life.ts';
export {
  type Connection,
  type ConnectionParts,
  connectionOf,
  decodeCursor,
  encodeCursor,
  isRowId,
  listForEach,
  oneForEach,
  pageSize,
} from './extension-lists.ts';
export type { MailOptions, MailProps, MailsOf } from './extension-mail.ts';
export { absoluteUrl, type Negotiation, pageAddress, type Whereabouts, wantsPage } from './extension-requests.ts';
export type { Caller, RequestInfo, Session, User } from './extension-session.ts';
export type { LaterOptions, PublishedEvent } from './extension-tasks.ts';
export type {
  AnyShop,
  Complete,
  EnumValues,
  EventsOf,
  Field,
  FieldBatch,
  FieldResolver,
  FieldResolvers,
  JobsOf,
  NoArgs,
  NoParams,
  Part,
  Plain,
  QueryResult,
  ReferenceResolver,
  RouteParams,
  RowsOf,
  SettingsOf,
  ShopTypes,
  TextsOf,
  TypedQuery,
  TypeResolver,
  UnknownDocument,
  UntypedQuery,
} from './extension-types.ts';

/**
 * Third argument of resolvers, and `request.context` of handlers. One per request and extension. `Context` of
 * `<extension>.gen.ts` also knows the routes and the documents of the extension.
 */
export interface Context<Shop extends ShopTypes = AnyShop> {
  readonly request: RequestInfo;
  /** Facts about the shop, from gateway.yaml, with the locale of the answer. */
  readonly shop: ShopFacts;
  /**
   * The locale of the answer: that of the address, such as `/de/checkout`. A program's request without one gets what
   * its `Accept-Language` asks for.
   */
  readonly locale: string;
  /** A text of `texts/<locale>.json` in the locale of the answer. Throws for a key that the extension does not have. */
  text<Key extends keyof TextsOf<Shop> & string>(
    key: Key,
    ...values: TextParams<PlainValues<TextsOf<Shop>[Key]>>
  ): string;
  /** The texts of another locale of the shop, for what is written in another person's: `textIn('de')('greeting')`. */
  textIn(locale: string): Context<Shop>['text'];
  /** The extension's settings, as its settings.schema.json describes them. Frozen. Its code reads no environment. */
  readonly settings: SettingsOf<Shop>;
  readonly caller: Caller;
  /** The id of this browser, if an earlier request called `session.visitor()`. It survives signing in and out. */
  readonly visitor: string | null;
  readonly database: Database<Shop>;
  /** The extension's own files. */
  readonly files: Files;
  readonly logger: Logger;
  /** Aborted when the client disconnects, the request times out, or a call of this extension times out. */
  readonly signal: AbortSignal;
  /**
   * Runs an operation on the gateway's schema, as this caller and in process. It is the only access to other
   * extensions.
   */
  readonly query: string extends keyof Shop['documents'] ? UntypedQuery : TypedQuery<Shop['documents']>;
  /** Runs a job of this extension once, after this call, with the input that its `jobs/<name>.json` describes. */
  later<Name extends keyof JobsOf<Shop> & string>(
    job: Name,
    input?: JobsOf<Shop>[Name],
    options?: LaterOptions,
  ): Promise<void>;
  /** Puts a mail of `mails/` into the queue, which sends it at least once. `transaction.mail` is for transactions. */
  mail<Name extends keyof MailsOf<Shop> & string>(name: Name, options: MailOptions<MailsOf<Shop>[Name]>): Promise<void>;
  /**
   * Queries a root field of the sources in this extension's `.meshrc.yaml`, with the selection of the field in `info`.
   * Pass the resolver's own `info`. The result is a value for such a field. Throws without a `.meshrc.yaml`.
   */
  mesh<Value = unknown>(
    field: string,
    args: Readonly<Record<string, unknown>>,
    info: GraphQLResolveInfo,
  ): Promise<Value>;
  /**
   * The path of a route or page, with values percent-encoded. A name means the extension's own route, then a page,
   * then the route of another extension. `extension.routeId` means that route only. Throws when the name is unknown or
   * several other extensions have it, or when parameters are missing or unknown.
   */
  url<Name extends keyof Shop['routes']>(routeId: Name, ...params: RouteParams<Shop['routes'][Name]>): string;
}

/** The context of a job or a subscriber: there is no request, no visitor and no locale. */
export interface TaskContext<Shop extends ShopTypes = AnyShop>
  extends Pick<
    Context<Shop>,
    'shop' | 'settings' | 'caller' | 'database' | 'files' | 'logger' | 'query' | 'url' | 'later' | 'mail'
  > {
  /** Counted from 1. */
  readonly attempt: number;
  /** Aborted when the time limit is over, and when the process stops. The attempt has then failed. */
  readonly signal: AbortSignal;
  /** The texts of a locale of the shop. */
  text(locale: string): Context<Shop>['text'];
}

/**
 * The default export of `subscribers/<event>/<name>.ts`. When it rejects, it is tried again later. `SubscriberOf` of
 * `<extension>.gen.ts` knows the payloads.
 */
export type Subscriber<Event extends PublishedEvent = PublishedEvent, Shop extends ShopTypes = AnyShop> = (
  event: Event,
  context: TaskContext<Shop>,
) => unknown;

/**
 * The default export of `jobs/<name>.ts`. The input is null for a tick of its schedule. When it rejects, it is tried
 * again later. `JobOf` of `<extension>.gen.ts` knows the inputs.
 */
export type Job<Input = unknown, Shop extends ShopTypes = AnyShop> = (
  input: Input,
  context: TaskContext<Shop>,
) => unknown;

/** What a handler knows of its request. Generated for each endpoint in `<extension>.gen.ts`. */
export interface EndpointInput {
  /** Its names: `addReview` and `reviews.addReview`. */
  readonly routeId?: string;
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
  /** Of a route with `"files"`: by field, an {@link Upload}, or a list where the field may have several. */
  readonly files?: object;
  /** A {@link User} on a private route. */
  readonly user: User | undefined;
  readonly context: Context;
}

interface AnyInput extends EndpointInput {
  readonly params: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Upload | readonly Upload[] | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * An Express request that was validated against route.json. `body` is what the gateway has checked. Where handlers
 * parse the body, it is undefined until they have.
 */
export type Request<Input extends EndpointInput = AnyInput> = Omit<
  ExpressRequest,
  'params' | 'query' | 'body' | 'user' | 'files'
> & {
  readonly params: Input['params'];
  readonly query: Input['query'];
  body: Input['body'];
  /** The files of a multipart request. Empty for any other. */
  readonly files: Input extends { readonly files: infer Files } ? Files : NoFiles;
  /** Undefined for a guest. A private route has no guests. */
  readonly user: Input['user'];
  readonly session: Session;
  readonly context: Input['context'];
};

type NoFiles = Readonly<Record<string, never>>;

export type Response = ExpressResponse;
export type Next = NextFunction;

/** A handler file's default export: Express middleware. */
export type Handler<Input extends EndpointInput = AnyInput> = (
  request: Request<Input>,
  response: Response,
  next: NextFunction,
) => unknown;

/**
 * A resolver: called once for each parent. Parents and arguments are the extension's own types, which it writes at the
 * parameters. `Resolvers` of `<extension>.gen.ts` knows them.
 */
export type Resolver = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown;

/**
 * A batched resolver: called once for each selection level with all its parents. Answers one value (or Error) for each
 * parent, in order.
 */
export interface BatchResolver {
  readonly batch: (
    parents: readonly never[],
    args: never,
    context: Context,
    info: GraphQLResolveInfo,
  ) => readonly unknown[] | Promise<readonly unknown[]>;
}

/**
 * Default export of `*.resolvers.ts`, by type and field, without generated types. `__resolveReference` of an entity is
 * called as `(reference, {}, context, info)`, or once for all references with `{ batch }`. `__resolveType` and
 * `__isTypeOf` are as in graphql-js. Scalars are `GraphQLScalarType`s, enums are maps of internal values.
 */
export type Resolvers = Readonly<Record<string, TypeResolvers | GraphQLScalarType>>;

/** The fields of a type, or the internal values of an enum. */
export type TypeResolvers = Readonly<Record<string, Resolver | BatchResolver | string | number | boolean>>;
