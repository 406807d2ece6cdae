import type { Database } from './extension-database.ts';
import type { AnyShop, SettingsOf, ShopTypes } from './extension-types.ts';

/** Structured log events. The gateway adds the extension's name and the request id. Never log tokens or bodies. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What `start` of `extension.ts` gets. It has no request, so it has no caller and no locale. */
export interface StartContext<Shop extends ShopTypes = AnyShop> {
  /** The extension's settings, as in a request. */
  readonly settings: SettingsOf<Shop>;
  /** The extension's own data. It stays usable until `stop` has ended. */
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the extension ends: before `stop`, because another version has taken its place or the shop stops. */
  readonly signal: AbortSignal;
  /**
   * Runs the work again and again, until `signal` is aborted: so many milliseconds after `start`, and after the end of
   * the work before. What it throws is logged. Each process that runs the extension does this.
   */
  every(ms: number, work: () => unknown): void;
}

/** The export `start` of `extension.ts`. The shop serves the extension after it has ended. */
export type Start<Shop extends ShopTypes = AnyShop> = (context: StartContext<Shop>) => unknown;

/** The export `stop` of `extension.ts`. It runs after the last request, and `signal` is aborted. */
export type Stop = () => unknown;
