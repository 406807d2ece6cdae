import type { Mailer } from '#mail';
import { type OverviewParts, readOverview } from './overview.ts';
import { mapShop } from './shop-map.ts';
import { readSlowest } from './slowest.ts';

interface ReportParts extends Pick<OverviewParts, 'health' | 'database'> {
  gateway(): OverviewParts['gateway'];
  load(): OverviewParts['load'];
  /** Undefined where another process sends the mails. */
  readonly mailer: Pick<Mailer, 'catches' | 'caught'> | undefined;
}

/** What the console shows of one process. */
type ProcessReport = {
  overview(): ReturnType<typeof readOverview>;
  map(): Promise<ReturnType<typeof mapShop>>;
  errors(): Promise<ReturnType<OverviewParts['gateway']['telemetry']['errors']['list']>>;
  slowest(): Promise<ReturnType<typeof readSlowest>>;
  /** The mails that were caught, newest first. Undefined where they are sent. */
  mails(): Promise<Mailer['caught'] | undefined>;
};

export function createProcessReport({ gateway, load, mailer, ...parts }: ReportParts): ProcessReport {
  return {
    overview: () => readOverview({ ...parts, gateway: gateway(), load: load() }),
    map: async () => mapShop(gateway()),
    errors: async () => gateway().telemetry.errors.list(),
    slowest: async () => readSlowest(gateway().telemetry),
    mails: async () => (mailer?.catches() ? mailer.caught : undefined),
  };
}
