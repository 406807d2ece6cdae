import { didYouMean, errorFinding, type Finding } from '#base';
import type { EventManifest, TaskManifest } from './task-files.ts';

interface Sender {
  readonly id: string;
  readonly events: readonly EventManifest[];
  readonly tasks: readonly TaskManifest[];
}

/** What is wrong with the events of a shop: two owners of one, and subscribers of one without an owner. */
export function checkEvents(manifests: readonly Sender[]): readonly Finding[] {
  const owned = Map.groupBy(
    manifests.flatMap(({ id, events }) => events.map((event) => ({ id, ...event }))),
    ({ name }) => name,
  );
  const collisions = [...owned.values()].flatMap(([first, ...others]) =>
    others.map(({ id, name, file }) =>
      errorFinding('EVENT_COLLISION', {
        where: { file },
        what: `the extensions "${first?.id}" and "${id}" both describe the event "${name}"`,
        fix: 'Rename one of the two: an event has one owner.',
        related: first === undefined ? [] : [{ file: first.file }],
      }),
    ),
  );
  const unknown = manifests.flatMap(({ tasks }) =>
    tasks.flatMap((task): readonly Finding[] => {
      if (task.kind === 'job' || owned.has(task.event)) return [];
      const what = `waits for the event "${task.event}", which no extension of the shop describes`;
      const fix = didYouMean(task.event, [...owned.keys()]);
      return [{ code: 'EVENT_UNKNOWN', severity: 'warning', where: { file: task.file }, what, fix }];
    }),
  );
  return [...collisions, ...unknown];
}
