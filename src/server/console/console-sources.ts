import type { DatabaseServer } from '../../database/database-server.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Health } from '../admin/health.ts';
import type { LoadReport } from '../admin/load-report.ts';
import type { Generation } from '../generation.ts';

/** What the console shows, and what its buttons reach. */
export interface ConsoleSources {
  /** The gateway that serves at the moment. */
  gateway(): Gateway;
  load(): LoadReport;
  readonly generations: ConsoleGenerations;
  readonly health: Health;
  readonly database: Pick<DatabaseServer, 'use'>;
}

/** What the console reads and asks of the gateways that the process has had. */
export interface ConsoleGenerations {
  list(): readonly Generation[];
  /** Builds the next gateway from the files as they are. The result may have failed. */
  reload(reason: string): Promise<Generation>;
  /** Builds an earlier one again; the one before when no number is given. Undefined: there is none. */
  rollback(number?: number): Promise<Generation | undefined>;
}
