/**
 * What a program imports as `stoa/gateway` to open a shop itself instead of running `stoa start`:
 *
 *     const running = await startGateway('gateway.yaml', { port: 8080 });
 *     await running.close();
 *
 * The types are declared here in full, so that they expose nothing internal.
 */

import { createLogger as createOwnLogger, StartupError as OwnStartupError } from '#base';
import { loadConfig } from '#config';
import { startGateway as start } from '#server';

/** Structured log events of the gateway. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Creates a logger that adds these fields to each event. */
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

/** One error or warning about the shop's files. */
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

/** Why a shop cannot open, with every finding. */
export interface StartupError extends Error {
  readonly findings: readonly Finding[];
}

export interface StartOptions {
  /** `host` and `port` replace those in gateway.yaml. Port 0 takes a free one. */
  readonly host?: string;
  readonly port?: number;
  /** `false` opens no admin port. */
  readonly adminPort?: number | false;
  /** Values for `${VARIABLE}` in gateway.yaml. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Whether to take an embedded database, generated secrets and empty variables although NODE_ENV of `environment` is
   * `production`. Default: `development`.
   */
  readonly demo?: boolean;
  /** Enables GraphiQL and full error messages, as `stoa dev` does. */
  readonly development?: boolean;
  /** Default: JSON lines on standard error. */
  readonly logger?: Logger;
  /** Receives the warnings of the start and the findings of reloads. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** Cancels the start, and closes what is open by then. */
  readonly signal?: AbortSignal;
}

/** An open shop. */
export interface RunningGateway {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Undefined without an admin port. */
  readonly adminUrl: string | undefined;
  /** Serves the current state of the files. When a finding is an error, the shop does not change. */
  reload(): Promise<readonly Finding[]>;
  /** Stops accepting, gives running requests `drainMs` milliseconds (default 10,000), then closes everything. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** The class of the error with which {@link startGateway} rejects, for `instanceof`. */
export const StartupError: new (findings: never) => StartupError = OwnStartupError;

/** Creates a logger that writes one JSON line per event to standard error. */
export function createLogger(level: LogLevel): Logger {
  return createOwnLogger(level);
}

/**
 * Opens the shop of a gateway.yaml. Rejects with a {@link StartupError} that has every finding. React reads
 * NODE_ENV when it is loaded, so set NODE_ENV before, usually to `production`.
 */
export async function startGateway(file: string, options: StartOptions = {}): Promise<RunningGateway> {
  const { environment = process.env, development = false, logger = createOwnLogger('info'), signal } = options;
  const { host, port, adminPort, demo = development, report = () => undefined } = options;
  const given = { environment, overrides: { host, port, adminPort, demo }, warn: report };
  const config = await loadConfig(file, { ...given, purpose: 'start' });
  const running = await start(config, {
    ...given,
    logger,
    development,
    admin: true,
    report,
    ...(signal && { signal }),
  });
  return {
    url: running.url,
    adminUrl: running.adminUrl,
    reload: async () => (await running.generations.reload('reload()')).findings,
    close: ({ drainMs = 10_000 } = {}) => running.close({ drainMs }),
  };
}
