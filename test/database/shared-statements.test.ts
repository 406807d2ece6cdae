import { expect } from 'chai';
import fc from 'fast-check';
import type { Client } from 'pg';
import { RequestError } from '../../src/base/request-error.ts';
import { ConnectionBudget } from '../../src/database/connection-budget.ts';
import { connect } from '../../src/database/connection-settings.ts';
import type { DatabaseServer } from '../../src/database/database-server.ts';
import { extensionDatabase } from '../../src/database/extension-database.ts';
import { messageOf, shapeOf } from '../../src/database/prepared-statement.ts';
import { SharedStatement, StatementBatch } from '../../src/database/statement-batch.ts';
import type { Database } from '../../src/extension-api.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';

const functions = `
create function backend() returns int language sql as 'select pg_backend_pid()';
create function nap(seconds float8) returns int language plpgsql as
  'begin perform pg_sleep(seconds); return pg_backend_pid(); end';
create function die(really boolean) returns int language plpgsql as
  'begin if really then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if; return 1; end';
create table item (id int primary key, name text)`;

const gone = new Error('the client has left');

describe('statements of one extension that come together', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let admin: Client;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { database: { connections: 4 } });
    await server.migrate([sqlManifest('shop', { '001-functions.sql': functions })]);
    admin = await connect(await embeddedSettings(folder));
  });
  after(async () => {
    await admin.end();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  const shop = (signal?: AbortSignal): Database => server.of(extensionId('shop'), signal);

  /** On all connections at once, so that each has prepared it, and then alone, so that it is known to be fast. */
  async function repeat(text: string, values: readonly unknown[]): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 4 }, () => shop().transaction(({ query }) => query(text, values))));
    }
    for (let run = 0; run < 40; run++) await shop().query(text, values);
  }

  async function together<Row extends object>(text: string, all: readonly (readonly unknown[])[]) {
    return await Promise.all(all.map((values) => shop().query<Row>(text, values)));
  }

  /** Resolves when the server runs this text. */
  async function untilRunning(text: string): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const { rows } = await admin.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where state = 'active' and query = $1`,
        [text],
      );
      if ((rows[0]?.count ?? 0) > 0) return;
      if (performance.now() - startedAt > 5000) throw new Error(`nothing runs ${text}`);
    }
  }

  const backends = (rows: readonly (readonly { readonly pid: number }[])[]) =>
    new Set(rows.flat().map(({ pid }) => pid));

  it('share a connection, and each gets its own rows', async () => {
    const text = 'select backend() as pid, $1::text as said, n from generate_series(1, $2::int) n';
    await repeat(text, ['', 1]);
    const said = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(said, fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 8 }),
        async (all) => {
          const rows = await together<{ pid: number; said: string; n: number }>(text, all);
          expect(backends(rows).size).to.be.at.most(1);
          expect(rows.map((own) => own.map((row) => [row.said, row.n]))).to.deep.equal(
            all.map(([own, count]) => Array.from({ length: count }, (_, index) => [own, index + 1])),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are eight on one connection at most', async () => {
    const text = 'select backend() as pid, $1::int as n';
    await repeat(text, [1]);
    const rows = await together<{ pid: number; n: number }>(
      text,
      Array.from({ length: 20 }, (_, n) => [n]),
    );
    expect(backends(rows).size).to.equal(3);
    expect(rows.flat().map(({ n }) => n)).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
  });

  it('fail each by itself', async () => {
    const text = 'select (12 / $1::int)::int8 * $2::int8 as share';
    await repeat(text, [1, 1]);
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
    const text = 'select $1::int[] as list';
    await repeat(text, [[1]]);
    const wrong = new Error('no such list');
    const unreadable = Object.assign([1], {
      [Symbol.iterator]: () => {
        throw wrong;
      },
    });
    const failed = rejection(shop().query(text, [unreadable]));
    expect(await shop().query(text, [[2]])).to.deep.equal([{ list: [2] }]);
    expect(await failed).to.equal(wrong);
    expect(await shop().query(text, [[3]])).to.deep.equal([{ list: [3] }]);
  });

  it('do not share when they write, lock, or may change the session', async () => {
    for (const text of [
      `insert into item values ($1::int, 'x') on conflict (id) do update set name = 'y' returning backend() as pid`,
      'select backend() as pid from item where id <> $1::int or true for update',
      `select backend() as pid, set_config('my.name', $1::text, true)`,
      'with one as (select $1::int) select backend() as pid from one',
    ]) {
      await repeat(text, [1]);
      const rows = await together<{ pid: number }>(text, [[1], [1], [1]]);
      expect(backends(rows).size, text).to.equal(3);
    }
  });

  it('do not share when they are slow', async () => {
    const text = 'select nap($1::float8) as pid';
    await repeat(text, [0.006]);
    expect(backends(await together<{ pid: number }>(text, [[0], [0], [0]])).size).to.equal(3);
  });

  context('when the process is busy', () => {
    const turnMs = 8;
    let isBusy = false;
    beforeEach(() => {
      isBusy = true;
      const work = (): void => {
        const until = performance.now() + turnMs;
        while (performance.now() < until);
        if (isBusy) setImmediate(work);
      };
      work();
    });
    afterEach(() => {
      isBusy = false;
    });

    it('share, since their answers wait for the process and not for PostgreSQL', async () => {
      const text = 'select backend() as pid, $1::int8 as n';
      await repeat(text, [1]);
      expect(backends(await together<{ pid: number }>(text, [[1], [2], [3]])).size).to.equal(1);
    });

    it('do not share when they are slow even so', async () => {
      const text = 'select nap($1::float8) as pid, 2 as two';
      await repeat(text, [0.05]);
      expect(backends(await together<{ pid: number }>(text, [[0], [0], [0]])).size).to.equal(3);
    });
  });

  it('are given up each by itself, before they are sent', async () => {
    const text = 'select $1::int as one';
    await repeat(text, [1]);
    const controller = new AbortController();
    const failed = rejection(shop(controller.signal).query(text, [1]));
    const answered = shop().query(text, [2]);
    controller.abort(gone);
    expect(await failed).to.equal(gone);
    expect(await answered).to.deep.equal([{ one: 2 }]);
  });

  it('are given up each by itself, while they wait for another and while they run', async () => {
    const text = 'select nap($1::float8) as napped';
    await repeat(text, [0]);
    const running = new AbortController();
    const waiting = new AbortController();
    const failed = rejection(shop(running.signal).query(text, [30]));
    const given = rejection(shop(waiting.signal).query(text, [30]));
    const answered = shop().query(text, [0]);
    await untilRunning(text);
    waiting.abort(gone);
    expect(await given).to.equal(gone);
    const other = new Error('another reason');
    running.abort(other);
    expect(await failed).to.equal(other);
    expect(await answered).to.have.length(1);
  });

  it('go alone when a cancel meets them that was meant for another', async () => {
    const client = await connect(await embeddedSettings(folder));
    const text = 'select pg_sleep($1::float8)::text as slept';
    const prepared = {
      name: 'napping',
      shape: shapeOf(text, await client.query({ name: 'napping', text, values: [0] })),
    };
    const parts = [0, 30].map((seconds) => {
      const message = messageOf(prepared, [seconds]);
      if (message === undefined) throw new Error('no message');
      return { statement: new SharedStatement(text, [seconds]), message };
    });
    const pool = { extension: extensionId('shop'), open: 1, idle: [], isForgotten: false };
    const connection = { client, pool, prepared: new Map(), idleSince: 0, broken: false };
    const ended = new Promise((resolve) => {
      const batch = new StatementBatch(connection, parts, { first: () => undefined, end: (_, use) => resolve(use) });
      batch.send();
      void parts[0]?.statement.sent.then(() => parts[1] && batch.cancel(parts[1].statement));
    });
    expect(await parts[0]?.statement.sent).to.deep.equal([{ slept: '' }]);
    expect(await parts[1]?.statement.sent).to.equal(undefined);
    expect(await ended).to.deep.equal({ discard: false });
    await client.end();
  });

  it('are answered although one before them ends the connection', async () => {
    const text = 'select die($1::boolean) as alive';
    await repeat(text, [false]);
    const failed = rejection(shop().query(text, [true]));
    const answered = together(text, [[false], [false]]);
    expect(await failed).to.have.property('code', '57P01');
    expect(await answered).to.deep.equal([[{ alive: 1 }], [{ alive: 1 }]]);
  });

  it('have the columns that their table has by now', async () => {
    await shop().query('truncate item');
    await shop().query(`insert into item values (1, 'a')`);
    const text = 'select * from item where id = $1::int';
    await repeat(text, [1]);
    await shop().query('alter table item add column note text');
    const row = { id: 1, name: 'a', note: null };
    expect(await together(text, [[1], [1], [1]])).to.deep.equal([[row], [row], [row]]);
    await shop().query('alter table item drop column note');
  });

  it('leave values to the driver that only it can write', async () => {
    const text = 'select $1::timestamptz as at';
    const at = '2026-01-02T03:04:05.000Z';
    await repeat(text, [at]);
    const [[first], [second]] = (await together<{ at: unknown }>(text, [[at], [new Date(at)]])) as [
      [{ at: unknown }],
      [{ at: unknown }],
    ];
    expect(second.at).to.deep.equal(first.at);
  });

  it('are refused together when no connection is to be had, and work afterwards', async () => {
    const settings = await embeddedSettings(folder);
    const budget = new ConnectionBudget({
      limit: 1,
      waitMs: 50,
      open: () => connect(settings),
      onLost: () => undefined,
    });
    const database = extensionDatabase(extensionId('shop'), budget, undefined)();
    const text = 'select $1::int as one';
    for (let run = 0; run < 40; run++) await database.query(text, [1]);
    await database.transaction(async () => {
      const refused = await Promise.all([1, 2, 3].map((value) => rejection(database.query(text, [value]))));
      for (const error of refused) expect(error).to.be.instanceOf(RequestError).and.have.property('status', 503);
    });
    expect(await database.query(text, [4])).to.deep.equal([{ one: 4 }]);
    await budget.close();
  });

  it('wait together for a connection that comes back', async () => {
    const settings = await embeddedSettings(folder);
    const budget = new ConnectionBudget({ limit: 1, open: () => connect(settings), onLost: () => undefined });
    const database = extensionDatabase(extensionId('shop'), budget, undefined)();
    const text = 'select $1::int as one';
    for (let run = 0; run < 40; run++) await database.query(text, [1]);
    const given = new AbortController();
    const view = extensionDatabase(extensionId('shop'), budget, undefined)(given.signal);
    let answers: Promise<unknown> | undefined;
    await database.transaction(async ({ query }) => {
      answers = Promise.all([1, 2, 3].map((value) => database.query(text, [value])));
      const failed = rejection(view.query(text, [5]));
      given.abort(gone);
      expect(await failed).to.equal(gone);
      await query('select 1');
    });
    expect(await answers).to.deep.equal([[{ one: 1 }], [{ one: 2 }], [{ one: 3 }]]);
    await budget.close();
  });
});
