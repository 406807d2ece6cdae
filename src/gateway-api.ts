/**
 * What a program imports as `stoa/gateway` to open a shop itself instead of running `stoa start`:
 *
 *     const running = await startGateway('gateway.yaml', { port: 8080 });
 *     await running.close();
 *
 * The types stand here in full, so that they promise no more than they say.
 */
import { createLogger as createOwnLogger } from './base/logger.ts';
import { StartupError as OwnStartupError } from './base/startup-error.ts';
import { loadConfig } from './config/load-config.ts';
import { startGateway as start } from './server/start-gateway.ts';

/** Structured log events, as the gateway writes them. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** A logger that adds these fields to each of its events. */
  child(fields: Readonly<Record<string, unknown>>): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A place in a file of the shop. Lines and columns count from 1. */
export interface Place {
  /** Absolute path. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One thing that is wrong, or unwise, in the shop's files. */
export interface Finding {
  /** `CONFIG_UNKNOWN_KEY`, `ROUTE_COLLISION`, … */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly where: Place;
  readonly what: string;
  /** How to mend it. */
  readonly fix?: string;
  readonly related?: readonly Place[];
}

/** Why a shop cannot open: every finding at once. */
export interface StartupError extends Error {
  readonly findings: readonly Finding[];
}

export interface StartOptions {
  /** Instead of what gateway.yaml says; port 0 takes a free one. */
  readonly host?: string;
  readonly port?: number;
  /** `false` opens no admin port. */
  readonly adminPort?: number | false;
  /** Where gateway.yaml's `${VARIABLE}` is looked up; `process.env` when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** GraphiQL and full error messages, as with `stoa dev`. */
  readonly development?: boolean;
  /** JSON lines on standard error when left out. */
  readonly logger?: Logger;
  /** Gets the warnings of the start, and what a reload finds. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** Gives the start up; what is open by then is closed again. */
  readonly signal?: AbortSignal;
}

/** A shop that is open. */
export interface RunningGateway {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Undefined without an admin port. */
  readonly adminUrl: string | undefined;
  /** Serves the files as they are now. When an error is among the findings, the shop goes on as before. */
  reload(): Promise<readonly Finding[]>;
  /** Stops accepting, lets requests under way finish for `drainMs` milliseconds (10,000), then closes everything. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** For `instanceof`: {@link startGateway} rejects with it. */
export const StartupError: new (findings: never) => StartupError = OwnStartupError;

/** One JSON line an event, on standard error. */
export function createLogger(level: LogLevel): Logger {
  return createOwnLogger(level);
}

/**
 * Opens the shop of a gateway.yaml. Rejects with a {@link StartupError} that has every finding. React reads NODE_ENV
 * when it is loaded, so set that before, to `production` as a rule.
 */
export async function startGateway(file: string, options: StartOptions = {}): Promise<RunningGateway> {
  const { environment = process.env, development = false, logger = createOwnLogger('info'), report, signal } = options;
  const { host, port, adminPort } = options;
  const overrides = {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(adminPort === undefined ? {} : { adminPort }),
  };
  const warn = report === undefined ? {} : { warn: report };
  const config = await loadConfig(file, { environment, overrides, ...warn });
  const running = await start(config, {
    logger,
    development,
    environment,
    overrides,
    admin: true,
    ...warn,
    ...(report === undefined ? {} : { report }),
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    url: running.url,
    adminUrl: running.adminUrl,
    reload: async () => (await running.generations.reload('reload()')).findings,
    close: ({ drainMs = 10_000 } = {}) => running.close({ drainMs }),
  };
}
