import type { Pool, PoolClient } from 'pg';
import { createMutex, errorMessage, type Logger } from '#base';

const beatMs = 5_000;

const lockKey = `hashtext('stoa task pool'), hashtext(id)`;

/** Locks belong to the session, and end with it. A busy processor does not release them. */
const lockText = `select pg_advisory_lock(${lockKey}) from unnest($1::text[]) id`;
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
  freed as (select stoa_queue.force_unlock_workers(array_agg(id)) from dead having count(*) > 0)
  select array(select id from dead) as dead, (select count(*) from freed)`;

/**
 * Says that this process's pools of graphile-worker live, and frees the tasks of pools that do not. graphile-worker
 * itself waits for four hours.
 */
export class PoolBeats {
  readonly #pool: Pool;
  readonly #logger: Logger;
  readonly #own = new Set<string>();
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

  add(id: string): void {
    this.#own.add(id);
    this.#timer ??= setInterval(() => void this.#beat(), beatMs).unref();
    void this.#beat();
  }

  remove(id: string): void {
    this.#own.delete(id);
    void this.#use(async (session) => {
      if (this.#locked.delete(id)) await session.query(unlockText, [[id]]);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#inTurn(async () => this.#session?.release());
  }

  #beat(): Promise<void> {
    return this.#use(async (session) => {
      const own = [...this.#own];
      const added = own.filter((id) => !this.#locked.has(id));
      if (added.length > 0) await session.query(lockText, [added]);
      for (const id of added) this.#locked.add(id);
      const { rows } = await session.query<{ dead: readonly string[] }>(beatText, [own]);
      const dead = rows[0]?.dead ?? [];
      if (dead.length > 0) this.#logger.warn('tasks of a dead process freed', { pools: dead });
    });
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
