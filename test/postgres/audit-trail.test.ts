import { expect } from 'chai';
import type { Transaction } from '#extension-api';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { databaseConfig, extensionId, recordingLogger, sqlManifest } from '../support/database.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';

const shop = extensionId('shop');
const ann = { caller: { kind: 'user', id: 'ann', permissions: [], via: 'session' }, request: { id: 'r1' } } as const;
const price = { action: 'price.changed', subject: 'product:1', from: { cents: 100 }, to: { cents: 90 } };

interface OpenTrail extends AsyncDisposable {
  readonly server: DatabaseServer;
  /** Runs the work in a transaction of the extension "shop", for ann. */
  within<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** A statement as the administrator. */
  sql(text: string): Promise<unknown>;
}

async function openTrail(isolation: 'role' | 'search-path' = 'role'): Promise<OpenTrail> {
  const { url, drop } = await createDatabase();
  const server = await openDatabase(databaseConfig('/shop', { url, isolation }), recordingLogger());
  await server.migrate([
    sqlManifest('shop', { '001-item.sql': 'create table item (id int primary key)' }),
    sqlManifest('other', { '001-item.sql': 'create table item (id int primary key)' }),
  ]);
  const admin = await connect(parseDatabaseUrl(url));
  return {
    server,
    within: (work) => server.of(shop, new AbortController().signal, ann).transaction(work),
    sql: (text) => admin.query(text),
    async [Symbol.asyncDispose]() {
      await admin.end();
      await server.close();
      await drop();
    },
  };
}

describe('the audit trail', () => {
  let trail: OpenTrail;
  before(async () => {
    trail = await openTrail();
  });
  beforeEach(() => trail.sql('truncate stoa.records'));
  after(() => trail[Symbol.asyncDispose]());

  const records = () => trail.server.records(shop);

  it('says who did what, for whom and when, with the change itself', async () => {
    await trail.within(async (transaction) => {
      await transaction.query('insert into item values (1)');
      await transaction.record(price);
    });
    const [record, ...others] = await records();
    const { at, ...rest } = record ?? expect.fail();
    expect(others).to.deep.equal([]);
    expect(Date.now() - Date.parse(at)).to.be.below(60_000);
    expect(rest).to.deep.equal({ extension: 'shop', caller: 'session', callerId: 'ann', requestId: 'r1', ...price });
  });

  for (const [author, caller, callerId] of [
    [{ caller: { kind: 'user', id: 'bot', permissions: [] }, request: { id: 'r2' } }, 'token', 'bot'],
    [{ caller: { kind: 'guest' }, request: { id: 'r3' } }, 'guest', null],
    [undefined, null, null],
  ] as const)
    it(`names the caller: ${caller ?? 'none, outside of a request'}`, async () => {
      const database = trail.server.of(shop, author && new AbortController().signal, author);
      await database.transaction((transaction) => transaction.record({ action: 'seen', subject: 'product:1' }));
      expect(await records())
        .to.have.nested.property('[0]')
        .that.includes({ caller, callerId, from: null, to: null });
    });

  it('has nothing of what was rolled back, also in a part of it', async () => {
    await rejection(
      trail.within(async (transaction) => {
        await transaction.record(price);
        throw new Error('no');
      }),
    );
    await trail.within(async (transaction) => {
      await rejection(
        transaction.transaction(async (inner) => {
          await inner.record(price);
          throw new Error('no');
        }),
      );
      await transaction.record({ ...price, action: 'kept' });
    });
    expect((await records()).map(({ action }) => action)).to.deep.equal(['kept']);
  });

  it('knows the extension by its role, whatever it claims', async () => {
    const forged = `select stoa_records.record('other', 'session', 'eve', 'r', 'a', 's', null, null)`;
    await trail.within((transaction) => transaction.query(forged));
    expect((await records()).map(({ extension }) => extension)).to.deep.equal(['shop']);
  });

  for (const statement of [
    'select * from stoa.records',
    'delete from stoa.records',
    `update stoa.records set action = 'x'`,
    `insert into stoa.records (extension, action, subject) values ('other', 'a', 's')`,
    'create function stoa_records.record() returns void language sql as $$ select 1 $$',
  ])
    it(`does not let an extension: ${statement}`, async () => {
      expect(await rejection(trail.within((transaction) => transaction.query(statement)))).to.have.property(
        'code',
        '42501',
      );
    });

  const other = { action: 'x', subject: 'x', before: 1 };
  for (const [what, entry] of [
    ['"action" is no text', { action: ' ', subject: 'x' }],
    ['"subject" is no text', { action: 'x', subject: '' }],
    ['"before" is not of an entry: action, subject, from, to', other],
  ] as const)
    it(`takes no entry where ${what}`, async () => {
      const error = await rejection(trail.within((transaction) => transaction.record(entry)));
      expect(error).to.be.instanceOf(TypeError).with.property('message', `record: ${what}`);
    });

  it('takes nothing once the transaction has ended', async () => {
    const late = await trail.within(async (transaction) => transaction);
    expect(await rejection(late.record(price)))
      .to.have.property('message')
      .that.includes('has ended');
  });

  it('works where roles cannot be made, and believes the gateway there', async () => {
    await using open = await openTrail('search-path');
    await open.within((transaction) => transaction.record(price));
    expect(await open.server.records(shop)).to.have.length(1);
  });

  it('says what a database lacks that Stoa has not prepared', async () => {
    await using open = await openTrail();
    await open.sql('drop schema stoa_records cascade');
    const error = await rejection(open.within((transaction) => transaction.record(price)));
    expect(error).to.have.property('message').that.includes('this database has no audit trail');
  });

  it('is made by migrate in a database that has none yet', async () => {
    await using open = await openTrail();
    await open.sql('drop schema stoa_records cascade; drop table stoa.records');
    expect((await open.server.preparation([shop])).missing).to.deep.equal(['the table stoa.records']);
    await open.server.migrate([sqlManifest('shop', { '001-item.sql': 'create table item (id int primary key)' })]);
    await open.within((transaction) => transaction.record(price));
  });
});
