import { expect } from 'chai';
import fc from 'fast-check';
import { type Client, DatabaseError } from 'pg';
import type { Database } from '#extension-api';
import { connect } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';

describe('a statement that its connection has prepared', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let client: Client;
  let shop: Database;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { database: { connections: 2 } });
    await server.migrate([
      sqlManifest('shop', { '001-item.sql': 'create table item (id int primary key, name text)' }),
    ]);
    shop = server.of(extensionId('shop'));
    client = await connect(await embeddedSettings(folder));
  });
  beforeEach(() => shop.query('truncate item'));
  after(async () => {
    await client.end();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  /** The same three times: without a name, prepared alone, and on a shared connection. */
  async function three(text: string, values: readonly unknown[] = []) {
    return [await shop.query(text, values), await shop.query(text, values), await shop.query(text, values)];
  }

  it('gives the rows that it gives when it is not prepared, whatever the values', async () => {
    // PostgreSQL's texts cannot hold the character 0, nor half of a surrogate pair.
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    const values = fc.tuple(
      fc.option(text),
      fc.option(fc.integer()),
      fc.option(fc.array(fc.option(text))),
      fc.option(fc.array(fc.oneof(fc.integer(), fc.constantFrom('1', null)))),
      fc.option(fc.boolean()),
      fc.option(fc.double({ noDefaultInfinity: true, noNaN: true })),
      fc.option(fc.maxSafeInteger().map(BigInt)),
    );
    const asked =
      'select $1::text as a, $2::int as b, $3::text[] as c, $4::int[] as d, $5::bool as e, $6::float8 as f, $7::int8 as g';
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const result = await client.query<object, unknown[]>(asked, given);
        expect(await shop.query(asked, given)).to.deep.equal(result.rows);
      }),
    );
  });

  it('takes values that are no texts', async () => {
    const at = new Date(Date.UTC(2026, 0, 31, 12));
    for (const [type, value] of [
      ['timestamptz', at],
      ['bytea', Buffer.from([0, 255])],
      ['jsonb', { a: [1] }],
      ['int[]', [[1], [2]]],
      ['timestamptz[]', [at]],
    ] as const) {
      const [first, ...others] = await three(`select $1::${type} as value`, [value]);
      expect(others).to.deep.equal([first, first]);
    }
  });

  it('gives columns of one name, of every name, and none', async () => {
    for (const text of ['select 1 as a, 2 as a', 'select 1 as "__proto__", 2 as "a\nb"', 'select', 'values (1), (2)']) {
      const [first, ...others] = await three(text);
      expect(others).to.deep.equal([first, first]);
      for (const rows of others) expect(rows.map(Object.entries)).to.deep.equal(first?.map(Object.entries));
    }
  });

  it('reads answers of any size', async () => {
    const [wide, ...others] = await three(`select repeat('é', 200000) as text, n from generate_series(1, $1) n`, [3]);
    expect(wide?.map((row) => Object.values(row))).to.deep.equal([1, 2, 3].map((n) => ['é'.repeat(200_000), n]));
    expect(others).to.deep.equal([wide, wide]);
    const long = await three('select n, null as nothing from generate_series(1, $1) n', [20_000]);
    for (const rows of long) expect(rows).to.have.length(20_000);
  });

  it('tells what PostgreSQL refuses, with a stack that leads to the code that asked, and works on', async () => {
    const text = 'select 12 / $1::int as share';
    for (const divisor of [1, 2, 3]) await shop.query(text, [divisor]);
    const error = await rejection(shop.query(text, [0]));
    expect(error).to.be.instanceOf(DatabaseError).and.have.property('code', '22012');
    expect(error).to.have.property('stack').that.includes('extension-database.ts').and.not.includes('Socket.');
    expect(await shop.query(text, [4])).to.deep.equal([{ share: 3 }]);
  });

  it('rejects a value that cannot be read, and works on', async () => {
    const text = 'select $1::int8 as big';
    for (const big of [1, 2, 3]) await shop.query(text, [big]);
    expect(await rejection(shop.query(text, ['9007199254740993']))).to.match(/does not fit/);
    expect(await shop.query(text, [4])).to.deep.equal([{ big: 4 }]);
  });

  it('has the columns that the table has by now', async () => {
    await shop.query(`insert into item values (1, 'a')`);
    expect((await three('select * from item')).at(-1)).to.deep.equal([{ id: 1, name: 'a' }]);
    for (const [change, row] of [
      ['add column note text', { id: 1, name: 'a', note: null }],
      ['rename column note to remark', { id: 1, name: 'a', remark: null }],
      [`alter column remark type int8 using 7`, { id: 1, name: 'a', remark: 7 }],
      ['drop column remark', { id: 1, name: 'a' }],
    ] as const) {
      await shop.query(`alter table item ${change}`);
      expect((await three('select * from item')).at(-1), change).to.deep.equal([row]);
    }
  });

  it('gives what EXECUTE gives, which may change without a refusal', async () => {
    const rows = await shop.transaction(async ({ query }) => {
      const found: unknown[] = [];
      for (const column of ['1 as a', '2 as b', '3 as c']) {
        await query(`prepare changing as select ${column}`);
        found.push(...(await query('execute changing')));
        await query('deallocate changing');
      }
      return found;
    });
    expect(rows).to.deep.equal([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it('is prepared anew where PostgreSQL has forgotten it', async () => {
    await three('select $1::int as n', [1]);
    await shop.query('deallocate all');
    expect(await shop.query('select $1::int as n', [2])).to.deep.equal([{ n: 2 }]);
  });

  it('rejects when its connection is lost, and the next one works', async () => {
    const text = 'select case when $1::bool then pg_terminate_backend(pg_backend_pid()) end as gone';
    await three(text, [false]);
    expect(await rejection(shop.query(text, [true]))).to.have.nested.property('cause.code', '57P01');
    expect(await shop.query(text, [false])).to.deep.equal([{ gone: null }]);
  });

  it('is planned anew only when PostgreSQL refused it before it ran', async () => {
    await shop.query('create sequence tried');
    await shop.query(`create function fails(code text) returns int language plpgsql as
      'begin perform nextval(''tried''); raise exception using errcode = code, message = ''cached plan''; end'`);
    const text = 'select fails($1)';
    for (const code of ['26000', '0A000']) {
      for (const _ of [1, 2, 3]) expect(await rejection(shop.query(text, [code]))).to.have.property('code', code);
    }
    expect(await shop.query('select last_value from tried')).to.deep.equal([{ last_value: 6 }]);
  });

  it('is prepared anew where one of its values could not be written', async () => {
    const text = 'select $1::jsonb as json';
    await three(text, [{ a: 1 }]);
    const wrong = new Error('no such text');
    const value = {
      toJSON: () => {
        throw wrong;
      },
    };
    const swallowed = shop.transaction(({ query }) => rejection(query(text, [value])));
    expect(await swallowed).to.equal(wrong);
    const again = await shop.transaction(({ query }) => query(text, [{ a: 2 }]));
    expect(again).to.deep.equal([{ json: { a: 2 } }]);
  });

  it('is one of a transaction, which it fails', async () => {
    const insert = 'insert into item values ($1, $2) returning id';
    for (const id of [1, 2, 3]) await shop.query(insert, [id, null]);
    const work = shop.transaction(async (transaction) => {
      expect(await transaction.query(insert, [4, 'four'])).to.deep.equal([{ id: 4 }]);
      await transaction.query(insert, [1, 'again']);
    });
    expect(await rejection(work)).to.have.property('code', '23505');
    expect(await shop.query('select id from item order by id')).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });
});
