import type { Islands } from '../build/build-islands.ts';
import { BuildMemory } from '../build/build-memory.ts';
import type { GroupStyles } from '../build/build-styles.ts';
import type { LoadTrials } from '../build/load-trial.ts';
import { RateCounters } from './edge/rate-counters.ts';
import { ExtensionPool } from './extension-pool.ts';
import { LeftOutLog } from './pages/left-out-log.ts';

/** What the gateways of one process have in common, so that what did not change is neither built nor run again. */
export interface SharedParts {
  readonly pool: ExtensionPool;
  readonly styles: BuildMemory<GroupStyles>;
  readonly islands: BuildMemory<Islands>;
  /** What rate limits have counted. */
  readonly counters: RateCounters;
  readonly leftOut: LeftOutLog;
  /** For gateways that are built beside an open shop; at a start there is nothing to protect. */
  readonly trials?: LoadTrials | undefined;
}

export function createSharedParts(): SharedParts {
  return {
    pool: new ExtensionPool(),
    styles: new BuildMemory(),
    islands: new BuildMemory(),
    counters: new RateCounters(),
    leftOut: new LeftOutLog(),
  };
}
