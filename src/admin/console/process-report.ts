import { type OverviewParts, readOverview } from './overview.ts';
import { mapShop } from './shop-map.ts';
import { readSlowest } from './slowest.ts';

interface ReportParts extends Pick<OverviewParts, 'health' | 'database'> {
  gateway(): OverviewParts['gateway'];
  load(): OverviewParts['load'];
}

/** What the console shows of one process. */
export function createProcessReport({ gateway, load, ...parts }: ReportParts) {
  return {
    overview: () => readOverview({ ...parts, gateway: gateway(), load: load() }),
    map: async () => mapShop(gateway()),
    errors: async () => gateway().telemetry.errors.list(),
    slowest: async () => readSlowest(gateway().telemetry),
  };
}
