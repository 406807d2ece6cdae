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
