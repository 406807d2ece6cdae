import type { ExtensionManifest } from '#extensions';
import type { Schedule } from './next-tick.ts';
import { queueTables } from './queue-schema.ts';
import type { QueuedTask } from './task-store.ts';

/** What of a manifest is done without a request. */
interface Described extends Pick<ExtensionManifest, 'id'> {
  readonly events?: readonly { readonly name: string }[];
  readonly tasks?: readonly {
    readonly name: string;
    readonly attempts: number;
    readonly event?: string | undefined;
    readonly schedule?: Schedule | undefined;
  }[];
  readonly mails?: readonly unknown[];
}

/** The tasks of all extensions, each subscriber with the extension that publishes its event. */
export function tasksOf(manifests: readonly Described[]): readonly QueuedTask[] {
  const owners = new Map(manifests.flatMap(({ id, events = [] }) => events.map(({ name }) => [name, id])));
  return manifests.flatMap(({ id, tasks = [] }) =>
    tasks.map(({ name, attempts, event, schedule }) => ({
      extension: id,
      task: name,
      attempts,
      schedule,
      ...(event !== undefined && { event, owner: owners.get(event) }),
    })),
  );
}

/** The queue's tables, for a shop that needs them. */
export function tablesFor(manifests: readonly Described[]): typeof queueTables | undefined {
  const isUsed = manifests.some(
    ({ events = [], tasks = [], mails = [] }) => events.length + tasks.length + mails.length > 0,
  );
  return isUsed ? queueTables : undefined;
}
