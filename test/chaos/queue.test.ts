import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { often, openQueueShop, type QueueShop, ratings, reviews } from '../queue/queue-shop.ts';

const child = new URL('../queue/queue-child.ts', import.meta.url);
/** Ticks of the job: one each 200 ms. `STOA_TEST_TICKS=200` asks for more. */
const ticks = Number(process.env.STOA_TEST_TICKS ?? 40);
/** Milliseconds between two looks at a table. */
const lookMs = 100;

describe('events and jobs while processes are killed', function () {
  // What a dead process held is free after 15 s. A task that failed waits longer each time.
  this.timeout(600_000);
  let shop: QueueShop;
  const replicas: ChildProcess[] = [];

  async function addReplica(): Promise<void> {
    const replica = fork(child, [shop.url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    replicas.push(replica);
    await once(replica, 'message');
  }

  async function killReplica(): Promise<void> {
    const replica = replicas.shift() ?? expect.fail('there is no replica');
    replica.kill('SIGKILL');
    await once(replica, 'exit');
  }

  /** Resolves when nothing is left of the tasks whose names begin so. */
  async function untilDone(name: string): Promise<void> {
    const left = 'select from stoa_queue.jobs where starts_with(task_identifier, $1) limit 1';
    while ((await shop.sql(left, [name])).length > 0) await wait(lookMs);
  }

  before(async () => {
    shop = await openQueueShop();
    await shop.server.of(ratings.extension).query('create table effect (key text primary key)');
    await Promise.all([addReplica(), addReplica(), addReplica()]);
  });
  after(async () => {
    for (const replica of replicas) replica.kill('SIGKILL');
    await shop[Symbol.asyncDispose]();
  });

  it('handles every event once, and loses none', async () => {
    const published: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let event = 0; event < 100; event++) {
        const [row] = await shop.of(reviews).query<{ id: string }>("select stoa.publish('review.created', '{}') as id");
        if (row !== undefined) published.push(`${row.id}/catalog/${ratings.task}`);
        if (event === 50) await killReplica();
      }
      await addReplica();
    }
    // The server ends all sessions of the processes that live.
    await shop.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa queue'");
    await untilDone('catalog/subscribers');
    const effects = await shop.sql("select key from ext_catalog.effect where key not like 'jobs/%'");
    expect(effects.map(({ key }) => key)).to.have.members(published);
    expect(published).to.have.length(300);
  });

  it('starts each tick once over three processes, and finishes all', async () => {
    await shop.sql('delete from stoa.runs');
    const begun = 'select from stoa.runs where attempt = 1';
    while ((await shop.sql(begun)).length < ticks / 2) await wait(lookMs);
    await killReplica();
    while ((await shop.sql(begun)).length < ticks) await wait(lookMs);
    await shop.sql('update stoa.tasks set next_at = null where task = $1', [often.task]);
    await untilDone('catalog/jobs');
    // A process may die between taking a tick and noting it. The next attempt is then the first that is noted.
    const odd =
      await shop.sql(`select tick, count(*) filter (where attempt = 1)::int as started, count(ended_at)::int as ended
      from stoa.runs group by tick having count(*) filter (where attempt = 1) > 1 or count(ended_at) < 1`);
    expect(odd).to.deep.equal([]);
  });
});
