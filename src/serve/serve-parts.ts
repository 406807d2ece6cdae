import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Finding, Logger } from '#base';
import type { BundleModule } from '#bundle';
import type { Caller, Context, Database } from '#extension-api';
import type { RequestScope, ScopeParts } from '#http';
import type { AskGateway, ServeData } from '#placement';
import type { ServedCode } from './served-code.ts';

/** What {@link serveExtension} needs: plain data, and the code around it. */
export interface ServeParts {
  readonly data: ServeData;
  /** Imports the extension's code. Called once. Throws StartupError for a module that throws. */
  readonly load: () => Promise<BundleModule>;
  /** The extension's database for one call, until the signal says that its statements are no longer needed. */
  readonly database: (signal: AbortSignal) => Database;
  /** Who may call. */
  readonly accept: CallerCheck;
  /** Sends `context.query` to the gateway. */
  readonly askGateway: AskGateway;
  /** Answers clients that are not the gateway. Undefined: there are none. */
  readonly clients?: ((parts: ClientAnswersContext) => ClientAnswers) | undefined;
  readonly logger: Logger;
}

export interface ClientAnswersContext {
  readonly code: ServedCode;
  readonly scope: ScopeParts;
}

/** A request of a client that is not the gateway. */
export interface ClientCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly caller: Caller;
  readonly requestId: string;
  readonly body: Calling['body'];
  contextOf(scope: RequestScope): Context;
}

/** Never rejects. */
export type ClientAnswers = (call: ClientCall) => Promise<void>;

/** A request whose sender is to be found. */
export interface Calling {
  readonly request: IncomingMessage;
  /**
   * Reads the whole body, once; undefined when there is none. A streamed body must not be read. Rejects with
   * RequestError PAYLOAD_TOO_LARGE 413 beyond `limit` bytes (default: as for any client).
   */
  body(limit?: number): Promise<Buffer | undefined>;
}

export type CallingParty =
  /** The gateway, which has checked the caller, the route and its input. */
  | { readonly kind: 'gateway' }
  /** Another client, such as Hive Gateway. The served extension checks routes and input itself. */
  | { readonly kind: 'client'; readonly caller: Caller };

/** Finds who sends a request. Throws RequestError: UNAUTHENTICATED 401, UNAVAILABLE 503 while keys cannot be read. */
export type CallerCheck = (calling: Calling) => CallingParty | Promise<CallingParty>;

/** An extension that answers HTTP, without a gateway in its process. */
export interface ServedExtension {
  /** Runs the modules' top level. The extension is ready afterwards. Rejects with what `load` throws. */
  start(): Promise<void>;
  /** Why its modules do not load. Known after `start`. */
  readonly findings: readonly Finding[];
  /** Answers one request. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on its readiness is false, for load balancers. */
  unready(): void;
  /** From now on refuses calls as "not begun". Resolves when the running calls have ended, or after `ms`. */
  drain(ms: number): Promise<void>;
  /** Prometheus text. */
  metrics(): Promise<string>;
}
