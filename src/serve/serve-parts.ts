import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '#base';
import type { BundleModule } from '#bundle';
import type { Context, Database } from '#extension-api';
import type { RequestScope } from '#http';
import type { GatewayClient, ServeData } from '#placement';
import type { CallKind, ServeMetrics } from './serve-metrics.ts';
import type { ServedCode } from './served-code.ts';

/** What {@link serveExtension} needs: plain data, and the code around it. */
export interface ServeParts {
  readonly data: ServeData;
  /** Imports the extension's code. Called once. Throws StartupError for a module that throws. */
  readonly load: () => Promise<BundleModule>;
  /** The extension's database for one call, until the signal says that its statements are no longer needed. */
  readonly database: (signal: AbortSignal) => Database;
  /** Checks that a request is the gateway's. */
  readonly accept: GatewayCheck;
  /** Sends `context.query` to the gateway. */
  readonly askGateway: GatewayClient['ask'];
  readonly logger: Logger;
  /** Undefined in a child process, whose calls the gateway counts. */
  readonly metrics?: ServeMetrics | undefined;
}

/** The gateway has checked the caller, the route and its input. Throws RequestError UNAUTHENTICATED 401 for others. */
export type GatewayCheck = (request: IncomingMessage) => void | Promise<void>;

/** An extension that answers the calls of a gateway over HTTP. */
export interface ServedExtension {
  /** Runs the modules' top level. The extension is ready afterwards. Rejects with what `load` throws. */
  start(): Promise<ServedCode>;
  /** The context of a call that is not the gateway's. */
  contextOf(scope: RequestScope): Context;
  /** Answers one request of the gateway, or about health. Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** From now on its readiness is false, for load balancers. */
  unready(): void;
  /** From now on refuses calls as "not begun". Resolves when the running calls have ended, or after `ms`. */
  drain(ms: number): Promise<void>;
  /** Counts a call that is not the gateway's. `drain` waits for it, too. */
  observe(kind: CallKind, work: () => Promise<void>): Promise<void>;
  /** Counts and logs a request whose sender is refused. */
  noteRefusal(request: IncomingMessage, reason: string): void;
}
