import { expect } from 'chai';
import type { QueuedTask } from '../../src/queue/task-store.ts';
import { rejection } from '../support/rejection.ts';
import { waitUntil } from '../support/wait-until.ts';
import { catalog, nightly, openQueueShop, type QueueShop, ratings, reviews, TaskCalls } from './queue-shop.ts';

describe('the queue of events and jobs', () => {
  let shop: QueueShop;
  before(async () => {
    shop = await openQueueShop();
  });
  after(() => shop[Symbol.asyncDispose]());
  afterEach(() => shop.reset());

  it('runs a subscriber with the event that another extension has published', async () => {
    const calls = new TaskCalls();
    const queue = await shop.open(calls.run);
    await queue.announce([ratings]);
    queue.take([ratings]);
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const [row] = await shop
      .of(reviews)
      .query<{ id: string }>('select stoa.publish($1, $2, $3) as id', ['review.created', '{"review":7}', trace]);
    const [call] = await calls.first(1);
    const { input, signal: _, ...rest } = call ?? expect.fail();
    expect(rest).to.deep.equal({ extension: catalog, task: ratings.task, attempt: 1, trace });
    expect(input).to.include({ id: row?.id, name: 'review.created', key: `${row?.id}/catalog/${ratings.task}` });
    expect(input).to.have.deep.property('payload', { review: 7 });
  });

  it('runs nothing for an event of a transaction that is rolled back', async () => {
    const queue = await shop.open();
    await queue.announce([ratings]);
    await rejection(
      shop.of(reviews).transaction(async (transaction) => {
        await transaction.query("select stoa.publish('review.created', '{}')");
        throw new Error('no');
      }),
    );
    expect(await shop.sql('select from stoa_queue.jobs')).to.deep.equal([]);
  });

  it('leaves a task that a process does not know for one that does', async () => {
    const [older, newer] = [new TaskCalls(), new TaskCalls()];
    const old = await shop.open(older.run);
    await old.announce([nightly]);
    old.take([nightly]);
    const next = await shop.open(newer.run);
    await next.announce([ratings, nightly]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
    await shop.of(catalog).query("select stoa.later('jobs/nightly', '1')");
    await older.first(1);
    next.take([ratings]);
    await newer.first(1);
    expect([older, newer].map(({ all }) => all.map(({ task }) => task))).to.deep.equal([
      [nightly.task],
      [ratings.task],
    ]);
  });

  it('starts another pool only for tasks with other names', async () => {
    const pools: unknown[] = [];
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const calls = new TaskCalls();
    const queue = await shop.open(async (call) => {
      // The one before may be locked still: its end is written after the call.
      const [job] = await shop.sql(
        'select locked_by from stoa_queue.jobs where locked_by is not null order by id desc limit 1',
      );
      pools.push(job?.locked_by);
      await calls.run(call);
      if (call.task === ratings.task) resolve();
    });
    await queue.announce([nightly, ratings]);
    for (const count of [1, 2]) {
      await shop.of(catalog).query("select stoa.later('jobs/nightly', '1')");
      queue.take([{ ...nightly }]);
      await calls.first(count);
    }
    await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
    queue.take([nightly, ratings]);
    await ended;
    expect(pools[1]).to.equal(pools[0]).and.not.equal(pools[2]);
  });

  it('runs a job once for a key, with the last input', async () => {
    const calls = new TaskCalls();
    const queue = await shop.open(calls.run);
    await queue.announce([nightly]);
    for (const input of [1, 2])
      await shop.of(catalog).query('select stoa.later($1, $2, null, $3)', [nightly.task, String(input), 'daily']);
    queue.take([nightly]);
    await calls.first(1);
    await shop.reset();
    expect(calls.all.map(({ input }) => input)).to.deep.equal([2]);
  });

  it("handles a task of the gateway's own", async () => {
    const queue = await shop.open();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    queue.register('stoa:mail', async (payload) => resolve(payload));
    queue.take([]);
    await shop.sql("select stoa_queue.add_job('stoa:mail', $1::json)", ['{"to":"ann@example.com"}']);
    expect(await promise).to.deep.equal({ to: 'ann@example.com' });
  });

  it("waits no longer for a task of the gateway's own than for others when it closes", async () => {
    const queue = await shop.open();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    queue.register('stoa:mail', async () => {
      resolve();
      await new Promise(() => undefined);
    });
    queue.take([]);
    await shop.sql("select stoa_queue.add_job('stoa:mail')");
    await begun;
    await queue.close({ graceMs: 1 });
    expect(await shop.sql('select attempts, last_error from stoa_queue.jobs')).to.have.nested.property(
      '0.last_error',
      'the gateway is stopping',
    );
  });

  it('has events before mails, however many wait', async () => {
    const taken: string[] = [];
    const queue = await shop.open(async ({ task }) => void taken.push(task), 1);
    queue.register('stoa:mail', async () => void taken.push('mail'));
    await queue.announce([ratings]);
    for (const name of ['a', 'b']) await shop.of(reviews).query('select stoa.send_mail($1)', [{ name }]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
    queue.take([ratings]);
    await waitUntil(() => taken.length === 3);
    expect(taken).to.deep.equal([ratings.task, 'mail', 'mail']);
  });

  it('leaves the processor to requests while they are under way', async () => {
    const calls = new TaskCalls();
    const queue = await shop.open(calls.run, 1, () => true);
    await queue.announce([ratings]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}') from generate_series(1, 20)");
    queue.take([ratings]);
    await calls.first(1);
    const begun = performance.now();
    await calls.first(20);
    // Node's timers may be a millisecond early.
    expect(performance.now() - begun).to.be.at.least(18 * 20);
  });

  it('runs a job of a schedule once at a time, also when it is asked for', async () => {
    const calls = new TaskCalls();
    let [running, most] = [0, 0];
    const queue = await shop.open(async (call) => {
      most = Math.max(most, ++running);
      await shop.sql('select pg_sleep(0.05)');
      running--;
      await calls.run(call);
    });
    const daily: QueuedTask = { ...nightly, schedule: { kind: 'every', ms: 86_400_000 } };
    await queue.announce([daily]);
    for (const input of [1, 2]) await shop.of(catalog).query('select stoa.later($1, $2)', [daily.task, String(input)]);
    queue.take([daily]);
    await calls.first(2);
    expect(most).to.equal(1);
  });

  it('adds each tick of a schedule once, whatever the number of processes', async () => {
    const calls = new TaskCalls();
    const often: QueuedTask = { ...nightly, schedule: { kind: 'every', ms: 100 } };
    for (const queue of await Promise.all([shop.open(calls.run), shop.open(calls.run)])) {
      await queue.announce([often]);
      queue.take([often]);
    }
    await calls.first(5);
    await shop.reset();
    const ticks = await shop.sql(
      'select tick, count(*)::int, count(ended_at)::int as ended from stoa.runs where tick is not null group by tick',
    );
    expect(ticks.length).to.be.at.least(5);
    for (const { tick, ...counts } of ticks) {
      expect(Date.parse(String(tick)) % 100).to.equal(0);
      expect(counts).to.deep.equal({ count: 1, ended: 1 });
    }
  });

  it('waits for the ticks of a schedule that the database learns of later', async () => {
    const calls = new TaskCalls();
    const often: QueuedTask = { ...nightly, schedule: { kind: 'every', ms: 100 } };
    const queue = await shop.open(calls.run);
    // The clock asks while the table is locked, so that it can be seen to wait.
    await shop.sql('begin');
    await shop.sql('lock table stoa.tasks');
    queue.take([often]);
    const asking = "select from pg_locks where not granted and relation = 'stoa.tasks'::regclass";
    await waitUntil(async () => (await shop.sql(asking)).length > 0);
    await shop.sql('commit');
    await queue.announce([often]);
    await calls.first(1);
    await shop.reset();
  });

  it('catches up once on the ticks that no process was there for', async () => {
    const calls = new TaskCalls();
    const daily: QueuedTask = { ...nightly, schedule: { kind: 'cron', cron: '0 3 * * *', timeZone: 'Europe/Dublin' } };
    const queue = await shop.open(calls.run);
    await queue.announce([daily]);
    await shop.sql("update stoa.tasks set next_at = next_at - interval '10 days'");
    await queue.announce([daily]);
    queue.take([daily]);
    await calls.first(1);
    const [row] = await shop.sql('select next_at > now() as later from stoa.tasks');
    expect(row).to.deep.equal({ later: true });
    expect(await shop.sql('select from stoa_queue.jobs where locked_at is null')).to.deep.equal([]);
  });

  it('leaves a dead letter after the last attempt', async () => {
    const queue = await shop.open(() => Promise.reject(new Error('no stock')));
    await queue.announce([{ ...ratings, attempts: 1 }]);
    queue.take([ratings]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
    await shop.log.waitFor('task failed for the last time');
    await shop.closeQueues();
    const [letter] = await shop.sql('select task_identifier, attempts, last_error from stoa_queue.jobs');
    expect(letter).to.deep.equal({ task_identifier: `catalog/${ratings.task}`, attempts: 1, last_error: 'no stock' });
  });

  it('frees the tasks of a dead process, and none of one that lives and is silent', async () => {
    const calls = new TaskCalls();
    const queue = await shop.open(calls.run);
    await queue.announce([ratings]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}'), stoa.publish('review.created', '{}')");
    await shop.sql(`update stoa_queue._private_jobs j set locked_at = now() - interval '1 minute',
      locked_by = case when id = (select min(id) from stoa_queue.jobs) then 'silent' else 'dead' end`);
    await shop.sql("select pg_advisory_lock(hashtext('stoa task pool'), hashtext('silent'))");
    queue.take([ratings]);
    await calls.first(1);
    await shop.closeQueues();
    await shop.sql('select pg_advisory_unlock_all()');
    expect(await shop.sql('select locked_by from stoa_queue.jobs')).to.deep.equal([{ locked_by: 'silent' }]);
    await shop.sql("select stoa_queue.force_unlock_workers(array['silent'])");
  });

  it('takes again what a broken connection has lost', async () => {
    const calls = new TaskCalls();
    const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
    const queue = await shop.open(async (call) => {
      await calls.run(call);
      await first;
    });
    await queue.announce([ratings]);
    queue.take([ratings]);
    await shop.of(reviews).query("select stoa.publish('review.created', '{}')");
    await calls.first(1);
    // Another task for the same pool, which knows nothing of it.
    await shop.sql(`begin; select stoa.publish('review.created', '{"lost":true}', null, 'reviews');
      update stoa_queue._private_jobs set locked_at = now() - interval '1 minute',
        locked_by = (select max(locked_by) from stoa_queue.jobs) where locked_by is null; commit`);
    endFirst();
    await calls.first(2);
    expect(calls.all[1]?.input).to.have.deep.property('payload', { lost: true });
  });

  it('deletes dead letters and unknown tasks when their days are over, and none that waits to be run', async () => {
    const queue = await shop.open(undefined, 0);
    await queue.announce([ratings, nightly]);
    for (const name of ['stoa:mail', 'stoa:gone', `catalog/${nightly.task}`, `catalog/${ratings.task}`])
      await shop.sql('select stoa_queue.add_job($1)', [name]);
    await shop.sql(`update stoa_queue._private_jobs set updated_at = now() - interval '8 days',
      run_at = now() - interval '8 days'`);
    await shop.sql(`update stoa_queue._private_jobs set attempts = max_attempts
      where id = (select id from stoa_queue.jobs where task_identifier = 'catalog/${ratings.task}')`);
    await queue.tidy();
    const left = await shop.sql('select task_identifier as name from stoa_queue.jobs order by id');
    expect(left.map(({ name }) => name)).to.deep.equal(['stoa:mail', `catalog/${nightly.task}`]);
  });

  it('forgets a task that no process has known for an hour', async () => {
    const queue = await shop.open();
    await queue.announce([ratings, nightly]);
    await queue.announce([nightly]);
    await shop.sql("update stoa.tasks set seen_at = now() - interval '2 hours'");
    await queue.tidy();
    expect(await shop.sql('select task from stoa.tasks')).to.deep.equal([{ task: nightly.task }]);
  });

  for (const [what, extension, statement, code] of [
    ['publish the event of another', catalog, "select stoa.publish('review.created', '{}')", '42501'],
    ['pass for another', catalog, "select stoa.publish('review.created', '{}', null, 'reviews')", '42501'],
    ['run a job of another', reviews, "select stoa.later('jobs/nightly', '1', null, null, null, 'catalog')", '22023'],
    ['add a task of its own', reviews, "select stoa_queue.add_job('stoa:mail')", '42501'],
    ['see what waits', reviews, 'select * from stoa_queue.jobs', '42501'],
    [
      'subscribe by itself',
      reviews,
      "insert into stoa.tasks (extension, task, attempts) values ('a', 'b', 1)",
      '42501',
    ],
  ] as const)
    it(`does not let an extension ${what}`, async () => {
      const queue = await shop.open();
      await queue.announce([ratings, nightly]);
      expect(await rejection(shop.of(extension).query(statement))).to.have.property('code', code);
    });
});
