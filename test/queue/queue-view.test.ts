import { expect } from 'chai';
import { readQueue, tryAgain } from '#queue';
import { catalog, nightly, often, openQueueShop, type QueueShop } from './queue-shop.ts';

describe('what operators see of the queue', () => {
  let shop: QueueShop;
  before(async () => {
    shop = await openQueueShop();
  });
  after(() => shop[Symbol.asyncDispose]());
  afterEach(() => shop.reset());

  const job = `${catalog}/${nightly.task}`;
  const read = async () => (await readQueue(shop.server.query)) ?? expect.fail('it has a queue');
  const add = async (options = ''): Promise<string> => {
    const [row] = await shop.sql(`select id::text from stoa_queue.add_job($1, '{"input":"secret"}' ${options})`, [job]);
    return String(row?.id);
  };
  /** What a job looks like after its last attempt. */
  const addDead = async (error: string): Promise<string> => {
    const id = await add();
    await shop.sql('select stoa_queue.permanently_fail_jobs(array[$1::bigint], $2)', [id, error]);
    return id;
  };

  it('is undefined without its tables', async () => {
    await shop.sql('alter table stoa.runs rename to runs_away');
    try {
      expect([await readQueue(shop.server.query), await tryAgain(shop.server.query, '1')]).to.deep.equal([
        undefined,
        undefined,
      ]);
    } finally {
      await shop.sql('alter table stoa.runs_away rename to runs');
    }
  });

  it('counts what waits, what has a time to come, what runs, and what is dead', async () => {
    await add(", run_at => now() - interval '90 seconds'");
    await add();
    await add(", run_at => now() + interval '1 hour'");
    await shop.sql(`update stoa_queue._private_jobs set locked_at = now() where id = $1`, [await add()]);
    await addDead('no');
    const { tasks } = await read();
    const [{ oldestSeconds, ...counts } = expect.fail(), ...others] = tasks;
    expect([counts, others]).to.deep.equal([{ task: job, waiting: 2, later: 1, running: 1, dead: 1 }, []]);
    expect(oldestSeconds).to.be.within(90, 100);
  });

  it('has each schedule with its next tick and its last run', async () => {
    const queue = await shop.open();
    await queue.announce([
      { ...nightly, schedule: { kind: 'cron', cron: '0 3 * * *', timeZone: 'Europe/Dublin' } },
      often,
    ]);
    await shop.sql(
      `insert into stoa.runs (extension, task, attempt, started_at, ended_at, error) values
       ($1, $2, 1, '2026-01-01T03:00Z', '2026-01-01T03:00:02.5Z', 'refused for ann@example.com'), ($1, $2, 2, '2026-01-01T03:01Z', null, null)`,
      [catalog, nightly.task],
    );
    const { schedules, runs } = await read();
    expect(schedules.map(({ nextAt, ...schedule }) => ({ ...schedule, hasNext: nextAt !== null }))).to.deep.equal([
      {
        ...{ task: job, cron: '0 3 * * *', everyMs: null, timeZone: 'Europe/Dublin', hasNext: true },
        lastRun: { task: job, attempt: 2, startedAt: '2026-01-01T03:01:00+00:00', seconds: null, error: null },
      },
      { task: `${catalog}/${often.task}`, cron: null, everyMs: 200, timeZone: null, hasNext: true, lastRun: null },
    ]);
    expect(runs.map(({ attempt, seconds, error }) => [attempt, seconds, error])).to.deep.equal([
      [2, null, null],
      [1, 2.5, 'refused for …@…'],
    ]);
  });

  it('has dead letters with their error, and neither payloads nor addresses of mail', async () => {
    const id = await addDead('550 <ann@example.com> is unknown');
    const { letters } = await read();
    const [{ failedAt, ...letter } = expect.fail()] = letters;
    expect([letter, letters.length]).to.deep.equal([{ id, task: job, attempts: 25, error: '550 <…@…> is unknown' }, 1]);
    expect(new Date(failedAt).getTime()).to.be.closeTo(Date.now(), 60_000);
    expect(JSON.stringify(await read())).to.not.include('secret');
  });

  it('has a dead letter that is tried again among what waits, once', async () => {
    const id = await addDead('no');
    expect([await tryAgain(shop.server.query, id), await tryAgain(shop.server.query, id)]).to.deep.equal([
      job,
      undefined,
    ]);
    const { tasks, letters } = await read();
    expect(tasks.map(({ waiting, dead }) => [waiting, dead])).to.deep.equal([[1, 0]]);
    expect(letters).to.deep.equal([]);
  });

  it('tries nothing again that is no dead letter', async () => {
    const id = await add(", run_at => now() + interval '1 hour'");
    expect(await tryAgain(shop.server.query, id)).to.equal(undefined);
    expect((await read()).tasks).to.have.nested.property('[0].later', 1);
  });
});
