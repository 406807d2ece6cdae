import { didYouMean, errorFinding, type Finding } from '#base';
import type { JsonSchema } from '../files/check-schema.ts';

export interface EventManifest {
  /** `review.created`. */
  readonly name: string;
  readonly file: string;
  /** Of the payload, an object. */
  readonly schema: JsonSchema;
}

/** What an extension does without a request. */
export type TaskManifest = JobManifest | SubscriberManifest;

interface TaskParts {
  /** `jobs/nightly`, `subscribers/review.created/ratings`. */
  readonly name: string;
  readonly file: string;
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  /** The last failed one makes it a dead letter. */
  readonly attempts: number;
}

export interface JobManifest extends TaskParts {
  readonly kind: 'job';
  /** Undefined: it runs by `context.later` alone. */
  readonly schedule: JobSchedule | undefined;
  /** Of the input that `context.later` gives. Undefined: any. */
  readonly input: JsonSchema | undefined;
}

export interface SubscriberManifest extends TaskParts {
  readonly kind: 'subscriber';
  readonly event: string;
}

export type JobSchedule =
  | { readonly kind: 'every'; readonly ms: number }
  /** Five fields. Undefined time zone: that of the shop. */
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string | undefined };

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
