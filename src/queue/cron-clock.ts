import { Cron } from 'croner';
import { errorMessage, type Logger } from '#base';
import type { JobSchedule } from '#extensions';
import type { PlannedTask, QueuedTask, TaskStore } from './task-store.ts';

/** Timers of Node cannot wait longer than 24 days. The database may have been changed by then. */
const longestWaitMs = 3_600_000;
const retryMs = 2_000;
/** A clock that is ahead of the database's asks again so much later. */
const shortestWaitMs = 20;

/** Adds a job at each of its ticks. All processes wait for the same tick, and PostgreSQL lets one of them add it. */
export class CronClock {
  readonly #store: TaskStore;
  readonly #logger: Logger;
  #schedules: readonly (QueuedTask & { readonly schedule: JobSchedule })[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(store: TaskStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  next({ schedule }: QueuedTask): Date | undefined {
    return schedule && nextTick(schedule, new Date());
  }

  /** Waits for the ticks of these tasks from here on, and for no other. Looks at once at what the database knows. */
  follow(tasks: readonly QueuedTask[] = this.#schedules): void {
    this.#schedules = tasks.flatMap((task) =>
      task.schedule === undefined ? [] : [{ ...task, schedule: task.schedule }],
    );
    this.#wait(0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#schedules.length === 0) return;
    this.#timer = setTimeout(() => void this.#turn(), Math.min(ms, longestWaitMs)).unref();
  }

  async #turn(): Promise<void> {
    const timer = this.#timer;
    const wait = (ms: number): void => (timer === this.#timer ? this.#wait(ms) : undefined);
    try {
      const planned = await this.#store.planned(this.#schedules);
      const due = planned.filter(({ at }) => at.getTime() <= Date.now());
      for (const tick of due) await this.#tick(tick);
      const [first] = due.length > 0 ? await this.#store.planned(this.#schedules) : planned;
      wait(first === undefined ? longestWaitMs : Math.max(first.at.getTime() - Date.now(), shortestWaitMs));
    } catch (error) {
      this.#logger.debug('queue away', { reason: errorMessage(error) });
      wait(retryMs);
    }
  }

  async #tick(tick: PlannedTask): Promise<void> {
    const task = this.#schedules.find((each) => each.extension === tick.extension && each.task === tick.task);
    if (task !== undefined) await this.#store.tick(tick, this.next(task));
  }
}

/** The first tick after a time. Undefined for a date that never comes. Ticks of an interval are its multiples. */
function nextTick(schedule: JobSchedule, after: Date): Date | undefined {
  if (schedule.kind === 'every') return new Date((Math.floor(after.getTime() / schedule.ms) + 1) * schedule.ms);
  const { cron, timeZone = 'UTC' } = schedule;
  return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after) ?? undefined;
}
