import type { ExtensionManifest, JobSchedule } from '#extensions';
import { queueTables } from './queue-schema.ts';
import type { QueuedTask } from './task-store.ts';

/** What of a manifest is done without a request. */
export type Described = Pick<ExtensionManifest, 'id' | 'events' | 'tasks' | 'mails'>;

/** The tasks of all extensions, each subscriber with the extension that publishes its event. `timeZone`: the shop's. */
export function tasksOf(manifests: readonly Described[], timeZone: string): readonly QueuedTask[] {
  const owners = new Map(manifests.flatMap(({ id, events }) => events.map(({ name }) => [name, id])));
  return manifests.flatMap(({ id, tasks }) =>
    tasks.map((task) => {
      const parts = { extension: id, task: task.name, attempts: task.attempts };
      if (task.kind === 'job') return { ...parts, schedule: task.schedule && inZone(task.schedule, timeZone) };
      return { ...parts, event: task.event, owner: owners.get(task.event) };
    }),
  );
}

function inZone(schedule: JobSchedule, shopZone: string): JobSchedule {
  return schedule.kind === 'cron' ? { ...schedule, timeZone: schedule.timeZone ?? shopZone } : schedule;
}

/** The queue's tables, for a shop that needs them. */
export function tablesFor(manifests: readonly Described[]): typeof queueTables | undefined {
  return manifests.some(({ events, tasks, mails }) => events.length + tasks.length + mails.length > 0)
    ? queueTables
    : undefined;
}
