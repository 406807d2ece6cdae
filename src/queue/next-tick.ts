import { Cron } from 'croner';
import type { JobSchedule } from '#extensions';

/** The first tick after a time. Undefined for a date that never comes. Ticks of an interval are its multiples. */
export function nextTick(schedule: JobSchedule, after: Date, shopZone: string): Date | undefined {
  if (schedule.kind === 'every') return new Date((Math.floor(after.getTime() / schedule.ms) + 1) * schedule.ms);
  const { cron, timeZone = shopZone } = schedule;
  return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after) ?? undefined;
}
