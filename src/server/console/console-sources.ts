import type { DatabaseServer } from '../../database/database-server.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Health } from '../admin/health.ts';
import type { Generations } from '../generations.ts';
import type { LoadReport } from '../load-shedder.ts';

/** What the console shows, and what its buttons reach. */
export interface ConsoleSources {
  /** The gateway that serves at the moment. */
  gateway(): Gateway;
  load(): LoadReport;
  readonly generations: Generations;
  readonly health: Health;
  readonly database: Pick<DatabaseServer, 'use'>;
}
