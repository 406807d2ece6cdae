import { Cron } from 'croner';

/** When a job runs by itself. */
export type Schedule =
  | { readonly kind: 'every'; readonly ms: number }
  /** Five fields. Undefined time zone: that of the shop. */
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string | undefined };

/** The first tick after a time. Undefined for a date that never comes. Ticks of an interval are its multiples. */
export function nextTick(schedule: Schedule, after: Date, shopZone: string): Date | undefined {
  if (schedule.kind === 'every') return new Date((Math.floor(after.getTime() / schedule.ms) + 1) * schedule.ms);
  const { cron, timeZone = shopZone } = schedule;
  return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after) ?? undefined;
}
