import type { DatabaseServer } from '#postgres';

type Ask = DatabaseServer['query'];

/** What operators see of the queue: no payload and no input, which may be personal data. Times are ISO 8601. */
export interface QueueView {
  /** Tasks that the queue has now, by name: `catalog/jobs/nightly`. */
  readonly tasks: readonly {
    readonly task: string;
    /** They are due. */
    readonly waiting: number;
    /** They wait for a time or for another attempt. */
    readonly later: number;
    readonly running: number;
    readonly dead: number;
    /** For how long the oldest has been due. */
    readonly oldestSeconds: number | null;
  }[];
  readonly schedules: readonly {
    readonly task: string;
    /** `0 3 * * *`; null for an interval. */
    readonly cron: string | null;
    readonly everyMs: number | null;
    /** Null for an interval. */
    readonly timeZone: string | null;
    readonly nextAt: string | null;
    readonly lastRun: RunView | null;
  }[];
  /** Attempts of jobs, the latest first. */
  readonly runs: readonly RunView[];
  /** The latest first. */
  readonly letters: readonly {
    readonly id: string;
    readonly task: string;
    readonly attempts: number;
    readonly failedAt: string;
    readonly error: string | null;
  }[];
}

interface RunView {
  readonly task: string;
  readonly attempt: number;
  readonly startedAt: string;
  /** Null while it runs, or when it was cut off. */
  readonly seconds: number | null;
  readonly error: string | null;
}

/** Reads the queue. Undefined for a shop that has none. */
export async function readQueue(ask: Ask): Promise<QueueView | undefined> {
  if (!(await isThere(ask))) return undefined;
  const [row] = await ask<{ view: QueueView }>(viewText);
  return row?.view;
}

/** Tries a dead letter again. Resolves with the name of its task; undefined when there is no such letter. */
export async function tryAgain(ask: Ask, id: string): Promise<string | undefined> {
  if (!(await isThere(ask))) return undefined;
  const [again] = await ask<{ task: string }>(
    `select j.task_identifier as task from stoa_queue.reschedule_jobs(
       array(select id from stoa_queue.jobs where id = $1 and ${isDead}), run_at => now(), attempts => 0) r
     join stoa_queue.jobs j using (id)`,
    [id],
  );
  return again?.task;
}

async function isThere(ask: Ask): Promise<boolean> {
  return (await ask(`select where to_regclass('stoa.runs') is not null`)).length > 0;
}

const isDead = 'locked_at is null and attempts >= max_attempts';
const isOpen = 'locked_at is null and attempts < max_attempts';

/** Servers of mails name readers in their refusals. */
const errorOf = (column: string): string =>
  `left(regexp_replace(${column}, '[^\\s@<>"''():]+@[^\\s@<>"''():]+', '…@…', 'g'), 500)`;

const runColumns = `extension || '/' || task as task, attempt, started_at as "startedAt",
  extract(epoch from ended_at - started_at)::float8 as seconds, ${errorOf('error')} as error`;

const shown = 50;

const viewText = `
  select json_build_object(
    'tasks', (select coalesce(json_agg(t), '[]') from (
      select task_identifier as task,
        count(*) filter (where ${isOpen} and run_at <= now()) as waiting,
        count(*) filter (where ${isOpen} and run_at > now()) as later,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where ${isDead}) as dead,
        extract(epoch from now() - min(run_at) filter (where ${isOpen} and run_at <= now()))::float8 as "oldestSeconds"
      from stoa_queue.jobs group by 1 order by 1) t),
    'schedules', (select coalesce(json_agg(s), '[]') from (
      select t.extension || '/' || t.task as task, schedule->>'cron' as cron, (schedule->>'ms')::float8 as "everyMs",
        schedule->>'timeZone' as "timeZone", next_at as "nextAt", to_json(r) as "lastRun"
      from stoa.tasks t left join lateral (
        select ${runColumns} from stoa.runs r where r.extension = t.extension and r.task = t.task
        order by id desc limit 1) r on true
      where schedule is not null order by 1) s),
    'runs', (select coalesce(json_agg(r), '[]') from (
      select ${runColumns} from stoa.runs order by id desc limit ${shown}) r),
    'letters', (select coalesce(json_agg(l), '[]') from (
      select id::text, task_identifier as task, attempts, updated_at as "failedAt", ${errorOf('last_error')} as error
      from stoa_queue.jobs where ${isDead} order by updated_at desc, id desc limit ${shown}) l)) as view`;
