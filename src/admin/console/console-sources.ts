import type { Gateway } from '../../gateway/gateway.ts';
import type { Generation } from '../../gateway/generation.ts';
import type { DatabaseServer } from '../../postgres/database-server.ts';
import type { Health } from '../health.ts';
import type { LoadReport } from '../load-report.ts';

/** The data that the console shows, and the actions of its buttons. */
export interface ConsoleSources {
  /** The current gateway. */
  gateway(): Gateway;
  load(): LoadReport;
  readonly generations: ConsoleGenerations;
  readonly health: Health;
  readonly database: Pick<DatabaseServer, 'use'>;
}

/** The process's gateways, as the console reads and changes them. */
export interface ConsoleGenerations {
  list(): readonly Generation[];
  /** Builds the next gateway from the current files. The result may be a failed generation. */
  reload(reason: string): Promise<Generation>;
  /**
   * Builds an earlier generation again, by default the one before the current one. Undefined when it does not exist.
   */
  rollback(number?: number): Promise<Generation | undefined>;
}
