import type { RequestInfo } from '#extension-api';
import type { UploadFacts } from '#files';
import type { RestExchange } from '#rest';
import type { PlainError } from './plain-error.ts';
import type { Ticket } from './tickets.ts';

/** What a gateway and a served extension agree on. */
export const wire = {
  version: 2,
  /** The paths of a served extension besides its routes. */
  paths: {
    graphql: '/graphql',
    render: '/_stoa/render',
    task: '/_stoa/task',
    describe: '/_stoa/describe',
    live: '/_stoa/livez',
    ready: '/_stoa/readyz',
    metrics: '/_stoa/metrics',
    /** Of the gateway: answers `context.query` of a served extension. */
    query: '/_stoa/query',
    /** Of the gateway: answers `context.files` of a served extension. */
    files: '/_stoa/files',
  },
  /** Header fields between the two. Neither a client nor a handler may send them. */
  fields: {
    call: 'stoa-call',
    signature: 'stoa-signature',
    ticket: 'stoa-ticket',
    session: 'stoa-session',
    /** A {@link FilesCall}. */
    files: 'stoa-files',
    /** With a 503: the call has not begun, so another instance may answer it. */
    notBegun: 'stoa-not-begun',
    /** On every answer: distinguishes a served extension from another server behind the same address. */
    instance: 'stoa-instance',
  },
  types: {
    /** The content type of a {@link PlainError}. */
    error: 'application/stoa-error+json',
    /** The content type of answers to {@link GraphqlCalls}: one JSON text a line, a {@link GraphqlLine}. */
    lines: 'application/jsonl',
  },
  /** The code of an answer that a handler destroyed: the gateway cuts its client off too. */
  destroyedAnswer: 'STOA_ANSWER_DESTROYED',
  /** The most bytes of header fields that a served extension takes: the client's, and those of the call. */
  maxHeaderBytes: 131_072,
} as const;

/** The header field `stoa-call`: what a REST call by the gateway, or one that renders, is about. Plain data. */
export interface CallHeader extends Pick<Ticket, 'caller' | 'visitor' | 'depth'> {
  readonly request: Pick<RequestInfo, 'id' | 'method' | 'url' | 'address' | 'locale'>;
  /** Digests of the contracts that the gateway can use. An instance with another contract does not begin the call. */
  readonly contracts: readonly string[];
  readonly rest?: RestCallHeader | undefined;
  /** The settings that the shop changes while it runs. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** The facts about the shop that change while it runs, when they were changed. */
  readonly shop?: Readonly<Record<string, unknown>> | undefined;
}

/** The part of a call that only REST requests have: the gateway has found the route and validated the input. */
export interface RestCallHeader extends Pick<RestExchange, 'params' | 'query' | 'client'> {
  readonly route: string;
  /** The client's header field `host`; the real one names the served extension. */
  readonly host?: string | undefined;
  /** The files of a multipart body, by field. They stay at the gateway. The body is its fields, as JSON. */
  readonly files?: Readonly<Record<string, readonly UploadFacts[]>> | undefined;
  /** The body follows as the client sends it. */
  readonly streamed?: true | undefined;
}

/**
 * The body of the gateway's `POST /graphql`: the operations of one or more requests of its clients. It has no header
 * field `stoa-call`, since a body costs less and the signature has its hash.
 */
export interface GraphqlCalls {
  /** As in {@link CallHeader}. */
  readonly contracts: readonly string[];
  readonly calls: readonly GraphqlCall[];
}

/** What one request of a client asks. */
export interface GraphqlCall extends Pick<CallHeader, 'caller' | 'visitor' | 'depth' | 'settings' | 'shop'> {
  /** Without credentials. */
  readonly request: RequestInfo;
  readonly ticket: string;
  /** The client's bearer token, if gateway.yaml forwards it. */
  readonly authorization?: string | undefined;
  readonly questions: readonly GraphqlQuestion[];
}

export interface GraphqlQuestion {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer to one operation. Its errors have `extensions.stoa`. */
export interface GraphqlLine {
  /** The number of the operation among those of all calls, from 0. */
  readonly at: number;
  readonly data?: Record<string, unknown> | null | undefined;
  readonly errors?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (string | number)[] | undefined;
        readonly extensions?: { readonly stoa?: PlainError | undefined } | undefined;
      }[]
    | undefined;
}

/** The header field `stoa-session` of a REST answer: the last of signing in and out, and what adds to it. */
export interface SessionChange {
  readonly signIn?: { readonly id: string; readonly permissions?: readonly string[] | undefined } | undefined;
  readonly signOut?: true | undefined;
  /** Ids of users whose sessions end. */
  readonly signOutUsers?: readonly string[] | undefined;
  /** The id that the extension has got or made. */
  readonly visitor?: string | undefined;
}

/** The body of a 503 with `stoa-not-begun`. */
export interface NotBegun {
  readonly reason: 'draining' | 'contract' | 'starting';
  /** Of another contract: what this instance has. */
  readonly contract?: Contract | undefined;
}

/** What an extension gives and a gateway uses: the same for equal SDL, routes, pages and tasks. */
export interface Contract {
  /** Version in the extension's package.json. */
  readonly version: string | undefined;
  readonly digest: string;
  /** Each field, route, page and task by a text. A gateway can use an instance that has all of its own texts. */
  readonly parts: readonly string[];
}

/** The body of `GET /_stoa/describe`. */
export interface WireDescription<Description> {
  readonly wire: number;
  readonly extension: string;
  readonly contract: Contract;
  /** Another one for each start. */
  readonly instance: string;
  /** Absolute path of the extension's folder there, which files in the description begin with. */
  readonly folder: string;
  readonly description: Description;
}
