import type { Pool } from 'pg';
import type { ExtensionId } from '#base';

/** A task of an extension, as the database knows it. */
export interface QueuedTask {
  readonly extension: ExtensionId;
  /** `jobs/nightly` or `subscribers/review.created/ratings`. */
  readonly task: string;
  /** The event of a subscriber. */
  readonly event?: string;
  /** The extension that publishes the event. */
  readonly owner?: ExtensionId;
  /** After so many failures, the task is a dead letter. */
  readonly attempts: number;
}

export interface AddOptions {
  /** A waiting task with this key is replaced. */
  readonly key?: string;
  /** The default is now. */
  readonly at?: Date;
  readonly attempts?: number;
}

/** The queue's statements. */
export class TaskStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async add(name: string, payload: unknown, { key, at, attempts }: AddOptions = {}): Promise<void> {
    await this.#pool.query(
      `select stoa_queue.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $1 || '/' || $5)`,
      [name, JSON.stringify(payload ?? null), at, attempts, key],
    );
  }

  /** Writes tasks down. Events of all processes reach them from here on. */
  async announce(tasks: readonly QueuedTask[]): Promise<void> {
    await this.#pool.query(
      `insert into stoa.tasks (extension, task, event, owner, attempts)
       select extension, task, event, owner, attempts from json_to_recordset($1)
         as t(extension text, task text, event text, owner text, attempts int)
       on conflict (extension, task) do update
         set event = excluded.event, owner = excluded.owner, attempts = excluded.attempts, seen_at = now()`,
      [JSON.stringify(tasks)],
    );
  }
}
