import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { type FailingServer, openFailingServer } from '../support/failing-server.ts';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { fixtureProject } from '../support/test-project.ts';

/** `STOA_TEST_KILL_ROUNDS=20` asks for more. */
const rounds = Number(process.env.STOA_TEST_KILL_ROUNDS ?? 1);
const events = 1_000;
const eventsPerSecond = 100;
/** Milliseconds between two looks at a table. */
const lookMs = 100;
/** Milliseconds between two tries to publish. Hundreds that wait at the same time must not starve this process. */
const againMs = 1_000;
/** After so many milliseconds of a round, an event that is not stored or handled is lost. */
const giveUpMs = 100_000;

const waiting = `select task_identifier, attempts, last_error, locked_by, locked_at, run_at, now()
  from stoa_queue.jobs limit 5`;
const gateway = ['start', '--port', '0', '--admin-port', '0'];
const kinds = { gateway, publisher: [...gateway, '--no-jobs'], worker: ['jobs', '--admin-port', '0'] };
type Kind = keyof typeof kinds;

describe('events while gateways, workers and PostgreSQL are killed', () => {
  // Ten seconds of events, and up to twenty until the tasks of a killed process are free.
  let server: FailingServer;
  let file: string;
  const running = new Map<Kind, RunningStoa>();
  const addresses = new Map<Kind, string>();

  async function start(kind: Kind): Promise<void> {
    const stoa = startStoa([...kinds[kind], '--log-level', 'warn'], {
      file,
      environment: { DATABASE_URL: server.url },
    });
    running.set(kind, stoa);
    const address = await stoa.waitFor(/Stoa is open at (\S+)/).catch(() => undefined);
    // A start without a database is refused. What starts processes then starts it again.
    if (address === undefined) await start(kind);
    else addresses.set(kind, address);
  }

  async function killAndStart(kind: Kind): Promise<void> {
    await running.get(kind)?.stop('SIGKILL');
    await start(kind);
  }

  async function killServer(): Promise<void> {
    const end = await server.begin('killed');
    await end();
  }

  /** Tries with each gateway in turn until one says that the mark is made. */
  async function publish(id: string, giveUp: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const address = addresses.get(attempt % 2 === 0 ? 'gateway' : 'publisher');
      const made = await fetch(`${address}/marks`, {
        signal: giveUp,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      })
        .then(async (answer) => (await answer.text()).includes(id) && answer.status === 201)
        .catch(() => false);
      if (made) return;
      giveUp.throwIfAborted();
      await wait(againMs);
    }
  }

  /** What a round that takes too long shows beside its state: the log of each process. */
  function said(state: string): string {
    return [state, ...[...running].map(([kind, stoa]) => `${kind}: ${stoa.stderr()}`)].join('\n');
  }

  async function sql(text: string): Promise<readonly Record<string, unknown>[]> {
    const admin = await connect(parseDatabaseUrl(server.url));
    try {
      return (await admin.query(text)).rows;
    } finally {
      await admin.end();
    }
  }

  before(async () => {
    server = await openFailingServer();
    file = await fixtureProject('marks-shop');
    await start('gateway');
    await start('publisher');
    await start('worker');
  });
  after(async () => {
    for (const stoa of running.values()) await stoa.stop('SIGKILL');
    await server[Symbol.asyncDispose]();
  });

  for (let round = 1; round <= rounds; round++) {
    it(`handles every event, each with one effect (${round})`, async () => {
      const ids = Array.from({ length: events }, (_, index) => `${round}-${index}`);
      const victims = [() => killAndStart('gateway'), () => killAndStart('worker'), killServer];
      const giveUp = AbortSignal.timeout(giveUpMs);
      const work: Promise<void>[] = [];
      const begin = (one: Promise<void>): void => {
        work.push(one);
        // It is awaited below, and must not end this process before.
        one.catch(() => undefined);
      };
      for (const [index, id] of ids.entries()) {
        begin(publish(id, giveUp));
        // Each round begins with another one.
        if (index % 300 === 200) begin(victims[((index - 200) / 300 + round) % 3]?.() ?? expect.fail('no victim'));
        await wait(1_000 / eventsPerSecond);
      }
      await Promise.race([
        Promise.all(work),
        once(giveUp, 'abort').then(() => expect.fail(said('A start has not ended.'))),
      ]);
      for (let left = await sql(waiting); left.length > 0; left = await sql(waiting)) {
        if (giveUp.aborted) expect.fail(said(JSON.stringify(left)));
        await wait(lookMs);
      }

      const like = `like '${round}-%'`;
      const marks = await sql(`select id from ext_marks.mark where id ${like}`);
      const effects = await sql(`select id from ext_tallies.tally where id ${like}`);
      expect(marks.map(({ id }) => id)).to.have.members(ids);
      expect(effects.map(({ id }) => id)).to.have.members(ids);
    });
  }
});
