import { expect } from 'chai';
import type { Database } from '../../src/extension-api.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import {
  type DatabaseFolder,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';

describe('isolation of extensions in the database', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let reviews: Database;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder);
    await server.migrate([
      sqlManifest('catalog', { '001-create.sql': `create table product (id int); insert into product values (1);` }),
      sqlManifest('reviews', { '001-create.sql': `create table review (id int); insert into review values (7);` }),
      sqlManifest('gift-cards', { '001-create.sql': `create table card (id int)` }),
    ]);
    reviews = server.of(extensionId('reviews'));
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  it('finds its own tables by their bare names', async () => {
    expect(await reviews.query('select id from review')).to.deep.equal([{ id: 7 }]);
  });

  it('gives an extension with dashes in its name a schema with underscores', async () => {
    const rows = await server.of(extensionId('gift-cards')).query('select current_schema() as schema');
    expect(rows).to.deep.equal([{ schema: 'ext_gift_cards' }]);
  });

  for (const [what, statement] of [
    ['read a neighbour', 'select * from ext_catalog.product'],
    ['write to a neighbour', 'insert into ext_catalog.product values (2)'],
    ['create in a neighbour', 'create table ext_catalog.mine (id int)'],
    ['create in public', 'create table public.mine (id int)'],
    ['create a schema', 'create schema mine'],
    ['let a neighbour into its schema', 'alter schema ext_reviews owner to current_user'],
    ['read the history of migrations', 'select * from stoa.migrations'],
    ['read the secret of the passwords', 'select * from stoa.secrets'],
    ['become the administrator', 'set role stoa'],
    ['become the administrator by session', 'set session authorization stoa'],
    ['read the hashed passwords', 'select * from pg_authid'],
    ['read files of the server', `select pg_read_file('PG_VERSION')`],
    ['run programs on the server', `copy review to program 'cat'`],
    ['load code into the server', `create function f() returns int language c as 'x', 'y'`],
  ] as const) {
    it(`does not let it ${what}`, async () => {
      expect(await rejection(reviews.query(statement))).to.have.property('code', '42501');
    });
  }

  it('does not let it become a neighbour', async () => {
    const [neighbour] = await server.of(extensionId('catalog')).query<{ name: string }>('select current_user as name');
    const error = await rejection(reviews.query(`set role ${neighbour?.name}`));
    expect(error).to.have.property('code', '42501');
  });

  it('stays itself after RESET ROLE', async () => {
    const after = await reviews.transaction(async (transaction) => {
      await transaction.query('reset role');
      return await transaction.query<{ name: string }>('select current_user as name');
    });
    expect(after[0]?.name).to.match(/^stoa_postgres_reviews_/);
  });

  it('does not list its neighbours in the information schema', async () => {
    const rows = await reviews.query(
      `select distinct table_schema as schema from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(rows).to.deep.equal([{ schema: 'ext_reviews' }]);
  });

  it('does not show the statements of its neighbours', async () => {
    const catalog = server.of(extensionId('catalog'));
    await catalog.query(`select 'a secret of the catalog'`);
    const rows = await reviews.query(
      `select query from pg_stat_activity where query like '%a secret of the cat%og%' and usename <> current_user`,
    );
    expect(rows).to.deep.equal([]);
  });

  it('does not let it into the other databases of the server', async () => {
    const rows = await reviews.query(
      `select datname from pg_database where datname <> current_database() and datallowconn
       and has_database_privilege(datname, 'connect')`,
    );
    expect(rows).to.deep.equal([]);
  });

  context('when a second database of the same server has an extension of the same name', () => {
    it('gives each its own role', async () => {
      const { roleOf } = await import('../../src/postgres/roles/extension-login.ts');
      const [one, other] = [roleOf(extensionId('reviews'), 'shop'), roleOf(extensionId('reviews'), 'Shop')];
      expect(one).to.not.equal(other);
      expect(roleOf(extensionId('b-c'), 'a')).to.not.equal(roleOf(extensionId('c'), 'a_b'));
      expect(roleOf(extensionId('x'.repeat(40)), 'd'.repeat(63))).to.have.length.at.most(63);
    });
  });

  context('when an extension is no longer in gateway.yaml', () => {
    it('keeps its tables for when it comes back', async () => {
      await server.migrate([
        sqlManifest('catalog', { '001-create.sql': `create table product (id int); insert into product values (1);` }),
      ]);
      expect(await reviews.query('select id from review')).to.deep.equal([{ id: 7 }]);
    });
  });
});
