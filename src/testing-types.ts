/** The types of `stoa/testing`. They are declared in full, so that they expose nothing internal. */
import type { AuditRecord, Context, Database } from '#extension-api';

export interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

export interface RequestOptions {
  readonly token?: string | undefined;
  /** Of an answer before: its `cookie`. With it, the request comes from a page of the shop, as a browser's does. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestOptions extends RequestOptions {
  /** Sent as JSON, or `FormData` as a multipart form of the shop's own page. */
  readonly body?: unknown;
}

export interface RestAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON. Undefined without a body. */
  readonly body: Body;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where a redirect leads, as the answer has it. */
  readonly location: string | undefined;
  /** The cookies that the answer sets, for the option `cookie` of the next request. */
  readonly cookie: string | undefined;
}

/** Requests to an open shop. None follows redirects. */
export interface TestRequests {
  graphql<Data = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<GraphqlAnswer<Data>>;
  /** Sends a request for JSON. */
  rest<Body = unknown>(method: string, path: string, options?: RestOptions): Promise<RestAnswer<Body>>;
  /** Asks for a page as a browser does. */
  page(path: string, options?: RequestOptions): Promise<PageAnswer>;
  /** Posts a form as a browser does that runs no script. */
  form(
    path: string,
    fields: Readonly<Record<string, string>> | FormData,
    options?: RequestOptions,
  ): Promise<PageAnswer>;
}

export interface TestOptions {
  /** Default: `gateway.yaml` in the working directory. */
  readonly file?: string;
  /** Values for `${VARIABLE}` in gateway.yaml. They override `process.env`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** As in `stoa dev`. */
  readonly development?: boolean;
  /** Whether to load the extensions' demonstration data. Default: true. */
  readonly seed?: boolean;
  /**
   * Whether all that extensions get and give crosses as JSON, as it does where they run in processes of their own.
   * `wireFindings` then says what works in one process only. Default: false.
   */
  readonly wire?: boolean;
}

/** What works while an extension runs in the gateway's process, and is lost where it runs elsewhere. */
export interface WireFinding {
  /** `WIRE_PARENT`, `WIRE_ANSWER`, `WIRE_VARIABLES` or `WIRE_CONTEXT`. */
  readonly code: string;
  /** A warning: placements of Stoa keep it, but a field that moves to another extension loses it. */
  readonly severity: 'error' | 'warning';
  readonly extension: string;
  /** `Type.field`, or a route. */
  readonly place: string;
  readonly file: string;
  /** What it does, and what is lost. */
  readonly what: string;
  readonly fix: string;
}

/** An open shop. Close it at the end of the test. */
export interface TestGateway extends TestRequests, AsyncDisposable {
  readonly url: string;
  /** Log events so far, each as JSON. */
  readonly log: readonly string[];
  /** With `wire: true`: what the requests so far have shown, once for each place and code. */
  readonly wireFindings: readonly WireFinding[];
  /** Creates a bearer token for this user. Needs `auth.bearer.jwt.secret` in gateway.yaml. */
  token(user?: { readonly id?: string; readonly permissions?: readonly string[] }): Promise<string>;
  /** Creates a visitor: its id, and the cookie for the option `cookie` of requests. */
  visitor(): { readonly id: string; readonly cookie: string };
  close(): Promise<void>;
}

/**
 * Answers of the neighbours' stand-ins, by type and field: a value, or a function that is called like a resolver.
 * `undefined` leaves an answer to the stand-in, and so do fields that a given object lacks. A function for a scalar is
 * called with a number.
 */
export type Mocks = Readonly<
  Record<
    string,
    | Readonly<Record<string, Mock | string | number | boolean | null | object>>
    | ((number: number) => string | number | boolean | object)
  >
>;

/** The parent has its key's fields. For `__resolveReference` it is the reference. */
// biome-ignore lint/suspicious/noExplicitAny: parents and arguments are the neighbour's types.
export type Mock = (parent: any, args: any, context: Context) => unknown;

export interface ExtensionOptions {
  readonly mocks?: Mocks;
  /** What the stand-ins' answers depend on. Equal numbers give equal answers. Default: 1. */
  readonly random?: number;
  /** How many of the stand-ins' nullable answers are null: 0 (the default) to 1. */
  readonly nulls?: number;
  /** Whether to load the extension's demonstration data. Default: true. */
  readonly seed?: boolean;
  /** Where to look for the extension. Default: the working directory. */
  readonly from?: string;
  /** The locale of the shop, whose pages and errors are in it. Default: `en-IE`. */
  readonly locale?: string;
  /** All locales of the shop, `locale` among them: `/de/…` is a page in German. Default: `locale` alone. */
  readonly locales?: readonly string[];
  /** The currency of the shop: ISO 4217. Default: `EUR`. */
  readonly currency?: string;
  /** Of the shop: an IANA name. Default: `UTC`. */
  readonly timeZone?: string;
  /** Its settings. What a shop has to set and is not here is made up. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Values for `process.env` names in the shop of the test. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An extension in a shop of its own. Close it at the end of the test. */
export interface TestExtension extends Omit<TestGateway, 'wireFindings'> {
  /**
   * Asks as another extension does by `context.query`, so internal fields answer, too. The caller is a guest, unless
   * there is a user. Rejects as `context.query` does.
   */
  ask<Data = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    user?: { readonly id?: string; readonly permissions?: readonly string[] },
  ): Promise<GraphqlAnswer<Data>>;
  /** The extension's own PostgreSQL schema, as its own role. */
  readonly database: Database;
  /**
   * Gives an event of another extension to the subscribers of this one, and waits for them. Each is tried as often as
   * in a shop, without pauses. Rejects with the error of one that stays a dead letter.
   */
  publish(event: string, payload: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs a job once, and waits for it. Rejects with its error. */
  runJob(job: string, input?: unknown): Promise<void>;
  /** The subscribers of `publish` whose last attempt has failed. */
  deadLetters(): readonly TestDeadLetter[];
  /** Sends one of its mails, as `context.mail` does. */
  readonly mail: Context['mail'];
  /** The last 100 mails that it has sent, oldest first. Waits for those on their way. */
  mails(): Promise<readonly TestMail[]>;
  /** What its transactions have written to the audit trail, oldest first. */
  records(): Promise<readonly AuditRecord[]>;
  /** The extension's statements since the last call, to prove that a level needs one. */
  queries(): readonly string[];
}

/** A task that has failed for the last time. */
export interface TestDeadLetter {
  /** `subscribers/review.created/ratings`. */
  readonly task: string;
  readonly input: unknown;
  readonly error: Error;
}

/** A mail as its reader gets it. */
export interface TestMail {
  /** That of its file in mails/. */
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
