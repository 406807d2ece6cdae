import { expect } from 'chai';
import type { Client } from 'pg';
import type { Database } from '#extension-api';
import { connect } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  recordingLogger,
  sqlManifest,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';

describe('the database of one extension', () => {
  const recording = recordingLogger();
  const sent: string[] = [];
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let shop: Database;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, {
      logger: recording.logger,
      onQuery: (id, text) => sent.push(`${id}: ${text}`),
    });
    await server.migrate([
      sqlManifest('shop', { '001-item.sql': 'create table item (id int primary key, name text)' }),
    ]);
    shop = server.of(extensionId('shop'));
  });
  beforeEach(async () => {
    await shop.query('truncate item');
    sent.length = 0;
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  async function asAdministrator<Result>(work: (admin: Client) => Promise<Result>): Promise<Result> {
    const admin = await connect(await embeddedSettings(folder));
    try {
      return await work(admin);
    } finally {
      await admin.end();
    }
  }

  it('gives each type one JavaScript type, whatever the value', async () => {
    const [row] = await shop.query(`
      select count(*), 1.50::numeric as price, '2024-01-31'::date as day, '2024-01-31 10:00'::timestamp as clock,
        '2024-01-31 10:00:00.123456+02'::timestamptz as moment, array['2024-01-31 10:00+00'::timestamptz, null] as moments,
        array[1, 2]::int8[] as numbers, '{"a": 1}'::jsonb as json, true as yes, 'infinity'::timestamptz as never from item`);
    expect(row).to.deep.equal({
      count: 0,
      price: '1.50',
      day: '2024-01-31',
      clock: '2024-01-31T10:00:00',
      moment: '2024-01-31T08:00:00.123Z',
      moments: ['2024-01-31T10:00:00.000Z', null],
      numbers: [1, 2],
      json: { a: 1 },
      yes: true,
      never: 'infinity',
    });
  });

  it('rejects a bigint that a number cannot hold, and works on', async () => {
    expect(await rejection(shop.query('select 9007199254740993::int8'))).to.match(/does not fit/);
    expect(await shop.query('select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('refuses two statements in one text', async () => {
    expect(await rejection(shop.query('select 1; drop table item'))).to.have.property('code', '42601');
  });

  it('tells of each statement, and not of what it adds itself', async () => {
    await shop.transaction((transaction) => transaction.query('select 1'));
    await shop.query('select 2');
    expect(sent).to.deep.equal(['shop: select 1', 'shop: select 2']);
  });

  it('lets PostgreSQL plan a text once', async () => {
    const text = 'select name from item where id = $1';
    const planned = await shop.transaction(async (transaction) => {
      for (const id of [1, 2, 3]) await transaction.query(text, [id]);
      return await transaction.query('select 1 from pg_prepared_statements where statement = $1', [text]);
    });
    expect(planned).to.have.length(1);
  });

  it('remembers nothing of texts that are seen once', async () => {
    const prepared = await shop.transaction(async (transaction) => {
      for (let n = 0; n < 100; n++) await transaction.query(`select ${n} as seen_once`);
      return await transaction.query(`select 1 from pg_prepared_statements where statement like '%seen_once%'`);
    });
    expect(prepared).to.deep.equal([]);
  });

  it('plans anew after a table has changed under a prepared statement', async () => {
    for (const _ of [1, 2, 3]) await shop.query('select * from item');
    // On several connections: whoever is refused by one meets the next.
    const onAll = () =>
      Promise.all(Array.from({ length: 4 }, () => shop.transaction(({ query }) => query('select * from item'))));
    for (const _ of [1, 2, 3]) await onAll();
    await shop.query('alter table item add column note text');
    await shop.query(`insert into item values (1, 'a', 'b')`);
    expect(await shop.query('select * from item')).to.deep.equal([{ id: 1, name: 'a', note: 'b' }]);
    await shop.query('alter table item drop column note');
  });

  it('refuses a text of a client that PostgreSQL cannot store', async () => {
    const refused = { code: 'BAD_USER_INPUT', status: 400, message: 'A text has the character U+0000.' };
    const texts = [
      ['select $1::text as text', 'a\u0000b'],
      ["select $1::jsonb ->> 'text' as text", '{"text":"a\\u0000b"}'],
    ] as const;
    for (const [text, value] of texts) {
      expect(await rejection(shop.query(text, [value])), text).to.include(refused);
      const within = shop.transaction((transaction) => transaction.query(text, [value]));
      expect(await rejection(within), text).to.include(refused);
    }
  });

  it('works on after the connection was lost by its own statement', async () => {
    const lost = rejection(shop.query('select pg_terminate_backend(pg_backend_pid())'));
    const error = await lost;
    expect(error).to.include({ code: 'UNAVAILABLE', status: 503 });
    expect(error).to.have.nested.property('cause.code', '57P01');
    expect(await shop.query('select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('works on after the server ended an idle connection, and says so in the log', async () => {
    const [row] = await shop.query<{ pid: number }>('select pg_backend_pid() as pid');
    await asAdministrator((admin) => admin.query('select pg_terminate_backend($1, 1000)', [row?.pid]));
    expect(await shop.query('select 1 as one')).to.deep.equal([{ one: 1 }]);
    expect(recording.lines.join('')).to.include('database connection lost');
  });

  it('does not leave a transaction open that query() began', async () => {
    expect(await rejection(shop.query('begin'))).to.match(/use transaction\(\)/);
    await shop.query(`insert into item values (1, 'kept')`);
    const { rows } = await asAdministrator((admin) => admin.query('select name from ext_shop.item'));
    expect(rows).to.deep.equal([{ name: 'kept' }]);
  });

  it('sends the statements of a transaction one after the other', async () => {
    const rows = await shop.transaction((transaction) =>
      Promise.all([1, 2, 3, 4].map((n) => transaction.query('select $1::int as n', [n]))),
    );
    expect(rows.flat()).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  });

  describe('transaction', () => {
    const names = async (): Promise<unknown[]> =>
      (await shop.query<{ name: string }>('select name from item order by id')).map(({ name }) => name);
    const insert = (database: Database, id: number): Promise<unknown> =>
      database.query('insert into item values ($1, $2)', [id, `item ${id}`]);

    it('commits when the work resolves, and gives its result', async () => {
      expect(
        await shop.transaction(async (transaction) => {
          await insert(transaction, 1);
          return 'done';
        }),
      ).to.equal('done');
      expect(await names()).to.deep.equal(['item 1']);
    });

    it('rolls back when the work rejects, and rejects with the same error', async () => {
      const reason = new Error('no');
      const work = shop.transaction(async (transaction) => {
        await insert(transaction, 1);
        throw reason;
      });
      expect(await rejection(work)).to.equal(reason);
      expect(await names()).to.deep.equal([]);
    });

    it('rejects when a failed statement was swallowed by the work', async () => {
      const work = shop.transaction(async (transaction) => {
        await insert(transaction, 1);
        await transaction.query('select wrong').catch(() => undefined);
      });
      expect(await rejection(work)).to.match(/rolled back/);
      expect(await names()).to.deep.equal([]);
    });

    it('rolls back a nested transaction alone', async () => {
      await shop.transaction(async (outer) => {
        await insert(outer, 1);
        await rejection(
          outer.transaction(async (inner) => {
            await insert(inner, 2);
            throw new Error('no');
          }),
        );
        await outer.transaction((inner) => insert(inner, 3));
      });
      expect(await names()).to.deep.equal(['item 1', 'item 3']);
    });

    it('runs nested transactions one after the other', async () => {
      await shop.transaction(async (outer) => {
        await Promise.all([
          outer.transaction((inner) => insert(inner, 1)),
          rejection(
            outer.transaction(async (inner) => {
              await insert(inner, 2);
              throw new Error('no');
            }),
          ),
          outer.transaction((inner) => inner.transaction((innermost) => insert(innermost, 3))),
        ]);
      });
      expect(await names()).to.deep.equal(['item 1', 'item 3']);
    });

    it('refuses statements after its end', async () => {
      const leaked = await shop.transaction(async (transaction) => ({ transaction }));
      expect(await rejection(leaked.transaction.query('select 1'))).to.match(/has ended/);
      expect(await rejection(leaked.transaction.transaction(async () => undefined))).to.match(/has ended/);
    });

    it('refuses COMMIT inside', async () => {
      expect(await rejection(shop.transaction((transaction) => transaction.query('commit')))).to.match(/leave COMMIT/);
    });
  });

  describe('the budget of connections', () => {
    it('is kept by many transactions of several extensions, all of which end', async () => {
      await using small = await openTestDatabase(folder, { database: { connections: 3 } });
      await small.migrate([sqlManifest('one'), sqlManifest('two')]);
      const most = async (name: string): Promise<number> => {
        const [row] = await small
          .of(extensionId(name))
          .transaction((transaction) =>
            transaction.query<{ n: number }>(
              `select count(*) as n, pg_sleep(0.002) from pg_stat_activity where usename ~ '^stoa_postgres_(one|two)_'`,
            ),
          );
        return row?.n ?? 0;
      };
      const counts = await Promise.all(Array.from({ length: 30 }, (_, index) => most(index % 2 === 0 ? 'one' : 'two')));
      // A connection that makes room for another may take a moment to say goodbye.
      expect(Math.max(...counts)).to.be.within(2, 4);
    });

    it('keeps a slot for an extension whose neighbour holds everything it can get', async () => {
      await using small = await openTestDatabase(folder, { database: { connections: 3 } });
      await small.migrate([sqlManifest('one'), sqlManifest('two')]);
      const [one, two] = [small.of(extensionId('one')), small.of(extensionId('two'))];
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const holding = Array.from({ length: 5 }, () => one.transaction(() => released));
      expect(await two.query('select 2 as two')).to.deep.equal([{ two: 2 }]);
      release();
      await Promise.all(holding);
    });
  });
});
