import { expect } from 'chai';
import fc from 'fast-check';
import type { Client } from 'pg';
import { RequestError } from '#base';
import type { Database } from '#extension-api';
import { type ConnectionSettings, connect, openSession } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import { ConnectionBudget } from '../../src/postgres/pool/connection-budget.ts';
import { extensionDatabase } from '../../src/postgres/statements/extension-database.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';
import { untilFound } from '../support/wait-until.ts';

const functions = `
create function backend() returns int language sql as 'select pg_backend_pid()';
create function hold(key int) returns int language plpgsql as
  'begin perform pg_advisory_xact_lock_shared(key); return pg_backend_pid(); end';
create function die(really boolean) returns int language plpgsql as
  'begin if really then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if; return 1; end';
create table item (id int primary key, name text)`;

const connections = 4;
const gone = new Error('the client has left');

describe('statements of one extension that share connections', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let admin: Client;
  let settings: ConnectionSettings;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { database: { connections } });
    await server.migrate([sqlManifest('shop', { '001-functions.sql': functions })]);
    settings = { ...(await embeddedSettings(folder)), options: '-c search_path=ext_shop' };
    admin = await connect(settings);
  });
  after(async () => {
    await admin.end();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  const shop = (signal?: AbortSignal): Database => server.of(extensionId('shop'), signal);

  /** Each of the four connections runs it alone, so that from then on statements with this text may share them. */
  async function prepareOnAll(text: string, values: readonly unknown[]): Promise<void> {
    await shop().query(text, values);
    await together(
      text,
      Array.from({ length: connections }, () => values),
    );
  }

  async function together<Row extends object>(text: string, all: readonly (readonly unknown[])[]) {
    return await Promise.all(all.map((values) => shop().query<Row>(text, values)));
  }

  /** Statements with this text wait until the returned function is called. */
  async function holdBack(key: number): Promise<() => Promise<void>> {
    await admin.query('select pg_advisory_lock($1)', [key]);
    return async () => {
      await admin.query('select pg_advisory_unlock($1)', [key]);
    };
  }

  /** Resolves with the process that is held back, when there is one. */
  async function untilHeldBack(text: string): Promise<number> {
    return untilFound(async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query = $1`,
        [text],
      );
      return rows[0]?.pid;
    });
  }

  const backends = (rows: readonly (readonly { readonly pid: number }[])[]) =>
    new Set(rows.flat().map(({ pid }) => pid));

  it('get each its own rows', async () => {
    const text = 'select $1::text as said, n from generate_series(1, $2::int) n';
    await prepareOnAll(text, ['', 1]);
    const said = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(said, fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 40 }),
        async (all) => {
          const rows = await together<{ said: string; n: number }>(text, all);
          expect(rows.map((own) => own.map((row) => [row.said, row.n]))).to.deep.equal(
            all.map(([own, count]) => Array.from({ length: count }, (_, index) => [own, index + 1])),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('share three connections, eight on each, and use more only beyond that', async () => {
    const text = 'select backend() as pid, $1::int as n';
    await prepareOnAll(text, [0]);
    const numbered = (length: number) => Array.from({ length }, (_, n) => [n]);
    expect(backends(await together<{ pid: number }>(text, numbered(24))).size).to.equal(3);
    expect(backends(await together<{ pid: number }>(text, numbered(25))).size).to.equal(4);
    const rows = await together<{ n: number }>(text, numbered(100));
    expect(rows.flat().map(({ n }) => n)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n));
  });

  it('share one connection when they have one text and come in one turn of the event loop', async () => {
    const text = 'select backend() as pid, $1::int as together';
    await prepareOnAll(text, [0]);
    expect(backends(await together<{ pid: number }>(text, [[1], [2], [3], [4], [5], [6], [7], [8]])).size).to.equal(1);
    const other = 'select backend() as pid, $1::int as other';
    await prepareOnAll(other, [0]);
    const rows = await Promise.all([text, other].map((each) => shop().query<{ pid: number }>(each, [1])));
    expect(backends(rows).size).to.equal(2);
  });

  it('run alone where their text is new to the connection', async () => {
    const text = 'select backend() as pid, $1::int as first_run';
    await shop().query(text, [0]);
    expect(backends(await together<{ pid: number }>(text, [[1], [2], [3], [4]])).size).to.equal(4);
  });

  it('do not wait for a slow one as long as another connection is free', async () => {
    const text = 'select hold($1::int) as pid';
    await prepareOnAll(text, [1]);
    const release = await holdBack(2);
    const slow = shop().query<{ pid: number }>(text, [2]);
    const slowPid = await untilHeldBack(text);
    for (let run = 0; run < 10; run++) {
      expect(backends(await together<{ pid: number }>(text, [[1], [1]])).has(slowPid)).to.equal(false);
    }
    await release();
    expect(await slow).to.deep.equal([{ pid: slowPid }]);
  });

  it('let a transaction have its turn however many come', async () => {
    await using small = smallBudget({ limit: 1 });
    const text = 'select $1::int as one';
    for (let run = 0; run < 3; run++) await small.database.query(text, [1]);
    let isOver = false;
    const flow = async (): Promise<void> => {
      while (!isOver) await small.database.query(text, [1]);
    };
    const flows = Promise.all([flow(), flow(), flow()]);
    expect(await small.database.transaction(({ query }) => query('select 2 as two'))).to.deep.equal([{ two: 2 }]);
    isOver = true;
    await flows;
  });

  it('fail each by itself', async () => {
    const text = 'select (12 / $1::int)::int8 * $2::int8 as share';
    await prepareOnAll(text, [1, 1]);
    const all = [
      [1, 1],
      [0, 1],
      [2, 1],
      [1, '900719925474099'],
      [3, 1],
      [0, 1],
      [4, 1],
    ];
    const settled = await Promise.allSettled(all.map((values) => shop().query(text, values)));
    const said = settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    expect(said.splice(3, 1)[0]).to.match(/does not fit/);
    const refused = 'error: division by zero';
    expect(said).to.deep.equal([[{ share: 12 }], refused, [{ share: 6 }], [{ share: 4 }], refused, [{ share: 3 }]]);
    expect(settled[1]).to.have.nested.property('reason.stack').that.includes('extension-database.ts');
  });

  it('fail each by itself when a value cannot be written', async () => {
    const text = 'select $1::jsonb as json';
    await prepareOnAll(text, ['1']);
    const wrong = new Error('no such text');
    const value = {
      toJSON: () => {
        throw wrong;
      },
    };
    const failed = [rejection(shop().query(text, [value])), rejection(shop().query(text, [[value]]))];
    expect(await together(text, [['2'], ['3'], ['4']])).to.deep.equal([[{ json: 2 }], [{ json: 3 }], [{ json: 4 }]]);
    expect(await Promise.all(failed)).to.deep.equal([wrong, wrong]);
    expect(await together(text, [['2'], ['3']])).to.deep.equal([[{ json: 2 }], [{ json: 3 }]]);
  });

  context('when the request of one of them ends', () => {
    const text = 'select hold($1::int) as pid';

    it('learns of it at once, and its connection takes nothing new until the statement is over', async () => {
      await using small = smallBudget({ limit: 2 });
      await small.database.query(text, [1]);
      await Promise.all([small.database.query(text, [1]), small.database.query(text, [1])]);
      const pids = async () =>
        backends(await Promise.all(Array.from({ length: 16 }, () => small.database.query<{ pid: number }>(text, [1]))));
      expect(await pids()).to.have.property('size', 2);
      const release = await holdBack(2);
      const controller = new AbortController();
      const failed = rejection(small.view(controller.signal).query(text, [2]));
      const pid = await untilHeldBack(text);
      controller.abort(gone);
      expect(await failed).to.equal(gone);
      const others = await pids();
      expect(others.size).to.equal(1);
      expect(others.has(pid)).to.equal(false);
      // It was not cancelled: another statement could have met the cancel.
      expect(await untilHeldBack(text)).to.equal(pid);
      await release();
      while (small.budget.use.inUse > 0) await admin.query('select 1');
      expect(await pids()).to.have.property('size', 2);
    });

    it('leaves those that share its connection alone', async () => {
      await using small = smallBudget({ limit: 1 });
      for (let run = 0; run < 3; run++) await small.database.query(text, [1]);
      const release = await holdBack(2);
      const [first, second] = [new AbortController(), new AbortController()];
      const failed = rejection(small.view(first.signal).query(text, [2]));
      const given = rejection(small.view(second.signal).query(text, [1]));
      const answered = small.database.query(text, [1]);
      await untilHeldBack(text);
      second.abort(gone);
      expect(await given).to.equal(gone);
      const other = new Error('another reason');
      first.abort(other);
      expect(await failed).to.equal(other);
      await release();
      expect(await answered).to.have.length(1);
    });
  });

  it('fail with the connection that one of them ends, and are not sent again', async () => {
    await using small = smallBudget({ limit: 1 });
    const text = 'select die($1::boolean) as alive';
    for (let run = 0; run < 3; run++) await small.database.query(text, [false]);
    const failed = rejection(small.database.query(text, [true]));
    const lost = [rejection(small.database.query(text, [false])), rejection(small.database.query(text, [false]))];
    expect(await failed).to.have.nested.property('cause.code', '57P01');
    for (const error of await Promise.all(lost))
      expect(error)
        .to.have.nested.property('cause.message')
        .that.match(/was not sent again/);
    expect(await small.database.query(text, [false])).to.deep.equal([{ alive: 1 }]);
  });

  it('have the columns that their table has by now', async () => {
    await shop().query('truncate item');
    await shop().query(`insert into item values (1, 'a')`);
    const text = 'select * from item where id = $1::int';
    await prepareOnAll(text, [1]);
    await shop().query('alter table item add column note text');
    const row = { id: 1, name: 'a', note: null };
    expect(await together(text, [[1], [1], [1], [1]])).to.deep.equal([[row], [row], [row], [row]]);
    await shop().query('alter table item drop column note');
  });

  it('are refused together when no connection is to be had, and work afterwards', async () => {
    await using small = smallBudget({ limit: 1, waitMs: 50 });
    const text = 'select $1::int as one';
    for (let run = 0; run < 3; run++) await small.database.query(text, [1]);
    await small.database.transaction(async () => {
      const refused = await Promise.all([1, 2, 3].map((value) => rejection(small.database.query(text, [value]))));
      for (const error of refused) expect(error).to.be.instanceOf(RequestError).and.have.property('status', 503);
    });
    expect(await small.database.query(text, [4])).to.deep.equal([{ one: 4 }]);
  });

  it('wait together for a connection that comes back, and share it', async () => {
    await using small = smallBudget({ limit: 1 });
    const text = 'select $1::int as one';
    for (let run = 0; run < 3; run++) await small.database.query(text, [1]);
    const given = new AbortController();
    let answers: Promise<unknown> | undefined;
    await small.database.transaction(async ({ query }) => {
      answers = Promise.all([1, 2, 3].map((value) => small.database.query(text, [value])));
      const failed = rejection(small.view(given.signal).query(text, [5]));
      given.abort(gone);
      expect(await failed).to.equal(gone);
      await query('select 1');
      expect(small.budget.use).to.include({ inUse: 1, waiting: 3 });
    });
    expect(small.budget.use).to.include({ inUse: 1, waiting: 0 });
    expect(await answers).to.deep.equal([[{ one: 1 }], [{ one: 2 }], [{ one: 3 }]]);
    expect(small.budget.isCrowded(extensionId('shop'))).to.equal(false);
  });

  it('open no connection beyond the limit of all extensions', async () => {
    await using small = smallBudget({ limit: 2 });
    const text = 'select $1::int as one';
    for (let run = 0; run < 3; run++) await small.database.query(text, [1]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => small.database.query(text, [n])));
    expect(small.budget.use.open).to.equal(2);
  });

  function smallBudget(options: { readonly limit: number; readonly waitMs?: number }) {
    const budget = new ConnectionBudget({
      ...options,
      open: (_, onLost) => openSession(settings, onLost),
      onLost: () => undefined,
    });
    const view = extensionDatabase(extensionId('shop'), budget);
    return { budget, view, database: view(), [Symbol.asyncDispose]: () => budget.close() };
  }
});
