import type { Pool, PoolClient } from 'pg';
import { createMutex, errorMessage, type Logger } from '#base';

const beatMs = 5_000;

const lockKey = `hashtext('stoa task pool'), hashtext(id)`;

/** Locks belong to the session. One whose network broke may hold them for long: the next beat tries again. */
const lockText = `select id from unnest($1::text[]) id where pg_try_advisory_lock(${lockKey})`;
const unlockText = `select pg_advisory_unlock(${lockKey}) from unnest($1::text[]) id`;

/**
 * Writes the beat of this process's pools. Then frees the tasks of dead ones: they hold a task for 15 s, have not
 * written a beat since, and no session holds their lock.
 */
const beatText = `
  with beat as (
    insert into stoa.task_pools (id) select unnest($1::text[]) on conflict (id) do update set beat_at = now()),
  silent as materialized (
    select distinct locked_by as id from stoa_queue.jobs j where locked_at < now() - interval '15 s'
      and locked_by <> all($1) and not exists (
        select from stoa.task_pools p where p.id = j.locked_by and p.beat_at > now() - interval '15 s')),
  dead as materialized (select id from silent where pg_try_advisory_xact_lock(${lockKey})),
  freed as (select stoa_queue.force_unlock_workers(array_agg(id)) from dead having count(*) > 0),
  lost as (
    select distinct locked_by as id from stoa_queue.jobs j where locked_at < now() - interval '15 s'
      and locked_by = any($1) and j.id <> all($2::bigint[]))
  select array(select id from dead) as dead, array(select id from lost) as lost, (select count(*) from freed)`;
const freeText = 'select stoa_queue.force_unlock_workers($1)';

interface Beat {
  /** Pools of dead processes, whose tasks are free now. */
  readonly dead: readonly string[];
  /** Pools of this process that hold tasks which they do not run. */
  readonly lost: readonly string[];
}

/** A pool of this process, and the ids of its tasks. */
interface OwnPool {
  readonly running: Set<string>;
  /** Those that have ended since the last beat: the database may not know it yet. */
  readonly ended: Set<string>;
  /** `leaving`: told to take no more tasks. `left`: so a beat ago, so that no task is on its way to it. */
  state: 'taking' | 'leaving' | 'left';
}

/**
 * Says that this process's pools of graphile-worker live, and frees the tasks of pools that do not. graphile-worker
 * itself waits for four hours.
 *
 * A connection that breaks may lose the answer which gave a task to a pool, or the word that a task has ended. Then the
 * database keeps tasks for a pool that does not run them. Another pool takes its place.
 */
export class PoolBeats {
  readonly #pool: Pool;
  readonly #logger: Logger;
  readonly #own = new Map<string, OwnPool>();
  #replace: () => void = () => undefined;
  /** Those whose locks the session holds. PostgreSQL counts: a second lock would outlive the first unlock. */
  readonly #locked = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #inTurn = createMutex();
  #session: PoolClient | undefined;
  #isClosed = false;

  constructor(pool: Pool, logger: Logger) {
    this.#pool = pool;
    this.#logger = logger;
  }

  /** Calls this when a pool has lost tasks. It starts another pool, and `leave` says so. */
  whenLost(replace: () => void): void {
    this.#replace = replace;
  }

  /** The pools that are there take no more tasks. */
  leave(): void {
    for (const pool of this.#own.values()) if (pool.state === 'taking') pool.state = 'leaving';
  }

  add(id: string): void {
    this.#own.set(id, { running: new Set(), ended: new Set(), state: 'taking' });
    this.#timer ??= setInterval(() => void this.#beat(), beatMs).unref();
    void this.#beat();
  }

  begin(id: string, task: string): void {
    this.#own.get(id)?.running.add(task);
  }

  end(id: string, task: string): void {
    const pool = this.#own.get(id);
    if (pool?.running.delete(task) === true) pool.ended.add(task);
  }

  /** The pool has ended, and frees what it lost. */
  remove(id: string): void {
    if (this.#own.delete(id)) void this.#use((session) => this.#free(session, [id]));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#inTurn(async () => this.#session?.release());
  }

  #beat(): Promise<void> {
    return this.#use(async (session) => {
      const left = this.#takeLeft();
      if (left.length > 0) await this.#free(session, left);
      const own = [...this.#own.keys()];
      const added = own.filter((id) => !this.#locked.has(id));
      const locked = added.length === 0 ? [] : (await session.query<{ id: string }>(lockText, [added])).rows;
      for (const { id } of locked) this.#locked.add(id);
      const known = [...this.#own.values()].flatMap(({ running, ended }) => [...running, ...ended]);
      const { rows } = await session.query<Beat>(beatText, [own, known]);
      const { dead, lost } = rows[0] ?? { dead: [], lost: [] };
      if (dead.length > 0) this.#logger.warn('tasks of a dead process freed', { pools: dead });
      if (lost.some((id) => this.#own.get(id)?.state === 'taking')) this.#replace();
      for (const pool of this.#own.values()) {
        for (const id of known) pool.ended.delete(id);
        if (pool.state === 'leaving') pool.state = 'left';
      }
    });
  }

  /** The pools that take no more tasks, and run none. */
  #takeLeft(): readonly string[] {
    const isIdle = ({ state, running, ended }: OwnPool) => state === 'left' && running.size + ended.size === 0;
    const left = [...this.#own].filter(([, pool]) => isIdle(pool)).map(([id]) => id);
    for (const id of left) this.#own.delete(id);
    return left;
  }

  async #free(session: PoolClient, ids: readonly string[]): Promise<void> {
    await session.query(freeText, [ids]);
    const locked = ids.filter((id) => this.#locked.delete(id));
    await session.query(unlockText, [locked]);
  }

  /** Never rejects: without its database, no process runs tasks. The next beat opens another session. */
  #use(work: (session: PoolClient) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return;
      try {
        this.#session ??= await this.#pool.connect();
        await work(this.#session);
      } catch (error) {
        this.#session?.release(true);
        this.#session = undefined;
        this.#locked.clear();
        this.#logger.debug('queue away', { reason: errorMessage(error) });
      }
    });
  }
}
