import type { Pool } from 'pg';
import type { ExtensionId } from '#base';
import type { JobSchedule } from '#extensions';
import type { QueueState } from '#telemetry';

/** A task of an extension, as the database knows it. */
export interface QueuedTask {
  readonly extension: ExtensionId;
  /** `jobs/nightly` or `subscribers/review.created/ratings`. */
  readonly task: string;
  readonly event?: string | undefined;
  /** The extension that publishes the event; undefined where this shop does not have it. */
  readonly owner?: ExtensionId | undefined;
  /** After so many failures, the task is a dead letter. */
  readonly attempts: number;
  readonly schedule?: JobSchedule | undefined;
}

/** A job and its next tick. */
export type PlannedTask = Pick<QueuedTask, 'extension' | 'task'> & { readonly at: Date };

interface BegunRun extends Pick<QueuedTask, 'extension' | 'task'> {
  readonly attempt: number;
  readonly tick: string | undefined;
}

/** How long a task is known without a process that knows it: longer than a deploy takes. */
const forgetAfter = '1 hour';

/** The queue's statements. */
export class TaskStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Writes tasks down. Events of all processes reach them from here on. A schedule that is the same keeps its next
   * tick, so that a tick that was missed comes once.
   */
  async announce(tasks: readonly (QueuedTask & { readonly next?: Date | undefined })[]): Promise<void> {
    await this.#pool.query(
      `insert into stoa.tasks (extension, task, event, owner, attempts, schedule, next_at)
       select * from json_to_recordset($1) as t(extension text, task text, event text, owner text, attempts int,
         schedule jsonb, next timestamptz)
       on conflict (extension, task) do update set event = excluded.event, owner = excluded.owner,
         attempts = excluded.attempts, schedule = excluded.schedule, seen_at = now(),
         next_at = case when tasks.schedule = excluded.schedule then tasks.next_at else excluded.next_at end`,
      [JSON.stringify(tasks)],
    );
  }

  /** The next ticks of these tasks, the first one first. */
  async planned(tasks: readonly Pick<QueuedTask, 'extension' | 'task'>[]): Promise<readonly PlannedTask[]> {
    const { rows } = await this.#pool.query<PlannedTask>(
      `select extension, task, next_at as at from stoa.tasks
       join json_to_recordset($1) as t(extension text, task text) using (extension, task)
       where next_at is not null order by next_at`,
      [JSON.stringify(tasks)],
    );
    return rows;
  }

  /** Adds the job of a tick, unless another process has done it. Runs of one job follow each other. */
  async tick({ extension, task, at }: PlannedTask, next: Date | undefined): Promise<void> {
    await this.#pool.query(
      `with ticked as (
         update stoa.tasks set next_at = $4, last_at = $3
         where extension = $1 and task = $2 and next_at = $3 and next_at <= now() returning *)
       select stoa_queue.add_job(name, json_build_object('input', null, 'tick', $3::timestamptz),
         queue_name => name, max_attempts => attempts)
       from ticked, lateral (select extension || '/' || task as name) named`,
      [extension, task, at, next],
    );
  }

  /** Notes that an attempt of a job begins. */
  async begin({ extension, task, attempt, tick }: BegunRun): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'insert into stoa.runs (extension, task, tick, attempt) values ($1, $2, $3, $4) returning id::text',
      [extension, task, tick, attempt],
    );
    return rows[0]?.id ?? '';
  }

  /** Notes that it has ended. A history that is not written is no reason to run the job again. */
  async end(id: string, error: string | undefined): Promise<void> {
    await this.#pool
      .query('update stoa.runs set ended_at = now(), error = $2 where id = $1', [id, error])
      .catch(() => undefined);
  }

  /** What waits, of the tasks with these names. */
  async state(names: readonly string[]): Promise<QueueState> {
    const due = 'locked_at is null and attempts < max_attempts and run_at <= now() and task_identifier = any($1)';
    const { rows } = await this.#pool.query<QueueState>(
      `select count(*) filter (where ${due})::int as waiting,
         coalesce(extract(epoch from now() - min(run_at) filter (where ${due})), 0)::float8 as "oldestSeconds",
         count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead
       from stoa_queue.jobs`,
      [names],
    );
    return rows[0] ?? { waiting: 0, oldestSeconds: 0, dead: 0 };
  }

  /** Deletes what has had its time. */
  async tidy(keepDays: number): Promise<void> {
    await this.#pool.query(`delete from stoa.tasks where seen_at < now() - interval '${forgetAfter}'`);
    await this.#pool.query(`delete from stoa.task_pools where beat_at < now() - interval '1 day'`);
    await this.#pool.query('delete from stoa.runs where started_at < now() - make_interval(days => $1)', [keepDays]);
    // Dead letters, and what no process has known for an hour. Mails and known tasks wait for a process that runs them.
    await this.#pool.query(
      `select stoa_queue.complete_jobs(array(select id from stoa_queue.jobs
         where locked_at is null and greatest(updated_at, run_at) < now() - make_interval(days => $1)
           and (attempts >= max_attempts or task_identifier <> 'stoa:mail' and task_identifier <> all(
             select extension || '/' || task from stoa.tasks))))`,
      [keepDays],
    );
  }
}
