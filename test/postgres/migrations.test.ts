import { expect } from 'chai';
import { type Finding, StartupError } from '#base';
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

describe('migrations', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let count = 0;
  let name = '';

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder);
  });
  beforeEach(() => {
    name = `extension-${++count}`;
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  const query = (text: string): Promise<readonly object[]> => server.of(extensionId(name)).query(text);
  const findingsOf = async (work: Promise<unknown>): Promise<readonly Finding[]> => {
    const error = await rejection(work);
    if (!(error instanceof StartupError)) throw error;
    return error.findings;
  };
  const failing = (text: string): Promise<readonly Finding[]> =>
    findingsOf(server.migrate([sqlManifest(name, { '001-fails.sql': text })]));

  it('run once, in order, each reported with its time', async () => {
    const manifest = sqlManifest(name, {
      '001-create.sql': 'create table item (id int);\ninsert into item values (1);',
      '002-fill.sql': 'insert into item values (2);',
    });
    const applied = await server.migrate([manifest]);
    expect(applied.map((migration) => migration.name)).to.deep.equal(['001-create.sql', '002-fill.sql']);
    expect(await server.migrate([manifest])).to.deep.equal([]);
    expect(await query('select id from item order by id')).to.deep.equal([{ id: 1 }, { id: 2 }]);
  });

  it('run as the role of their extension', async () => {
    await server.migrate([
      sqlManifest(name, { '001-create.sql': 'create table item as select current_user as owner' }),
    ]);
    const [row] = await query('select owner::text = current_user as same from item');
    expect(row).to.deep.equal({ same: true });
  });

  it('take dollar quotes, functions and a byte order mark', async () => {
    const text =
      '\uFEFFcreate function f() returns text language plpgsql as $stoa_do$ begin return $stoa_sql$x$stoa_sql$; end $stoa_do$;';
    await server.migrate([sqlManifest(name, { '001-function.sql': text })]);
    expect(await query('select f()')).to.deep.equal([{ f: 'x' }]);
  });

  it('may be empty', async () => {
    expect(await server.migrate([sqlManifest(name, { '001-empty.sql': '-- nothing yet\n' })])).to.have.length(1);
  });

  it('run once when two gateways start together', async () => {
    await using second = await openTestDatabase(folder);
    const manifest = sqlManifest(name, {
      '001-create.sql': 'create table item (id int)',
      '002-fill.sql': 'insert into item values (1)',
    });
    const applied = await Promise.all([server.migrate([manifest]), second.migrate([manifest])]);
    expect(applied.flat()).to.have.length(2);
    expect(await query('select id from item')).to.have.length(1);
  });

  context('when PostgreSQL refuses one', () => {
    it('says where, what and its hint', async () => {
      const [finding] = await failing(`create table item (name text);\n-- é 😀\nselect '😀', nam from item;`);
      expect(finding).to.deep.equal({
        code: 'MIGRATION_FAILED',
        severity: 'error',
        where: { file: `/extensions/${name}/migrations/001-fails.sql`, line: 3, column: 14 },
        what: 'column "nam" does not exist',
        fix: 'Perhaps you meant to reference the column "item.name".',
      });
    });

    it('finds the place of a syntax error', async () => {
      const [finding] = await failing('create table item (\n  id int,,\n);');
      expect(finding).to.have.deep.property('where', {
        file: `/extensions/${name}/migrations/001-fails.sql`,
        line: 2,
        column: 10,
      });
    });

    it('adds the detail of errors that have no place', async () => {
      const [finding] = await failing('create table item (id int primary key); insert into item values (1), (1);');
      expect(finding?.what).to.include('Key (id)=(1) already exists');
    });

    it('rolls it back, keeps the earlier and leaves the later', async () => {
      const files = {
        '001-good.sql': 'create table good (id int)',
        '002-bad.sql': 'create table half (id int); select 1/0;',
        '003-late.sql': 'create table late (id int)',
      };
      await findingsOf(server.migrate([sqlManifest(name, files)]));
      const tables = await query(
        `select table_name as name from information_schema.tables where table_schema = current_schema()`,
      );
      expect(tables).to.deep.equal([{ name: 'good' }]);
      const corrected = await server.migrate([sqlManifest(name, { ...files, '002-bad.sql': 'select 1' })]);
      expect(corrected.map((migration) => migration.name)).to.deep.equal(['002-bad.sql', '003-late.sql']);
    });

    it('still runs those of other extensions', async () => {
      const other = `${name}-other`;
      const manifests = [
        sqlManifest(name, { '001-bad.sql': 'wrong' }),
        sqlManifest(other, { '001-good.sql': 'create table good (id int)' }),
      ];
      expect(await findingsOf(server.migrate(manifests))).to.have.length(1);
      expect(await server.of(extensionId(other)).query('select * from good')).to.deep.equal([]);
    });
  });

  for (const statement of ['commit', 'begin', 'rollback', 'savepoint a']) {
    it(`may not contain ${statement.toUpperCase()}`, async () => {
      const [finding] = await failing(`create table item (id int); ${statement}; select 1;`);
      expect(finding).to.include({ code: 'MIGRATION_FAILED' });
      expect(finding?.what).to.include('of its own');
      expect(await query('select to_regclass($$item$$) as found')).to.deep.equal([{ found: null }]);
    });
  }

  it('may not create an index concurrently', async () => {
    const [finding] = await failing('create table item (id int); create index concurrently on item (id);');
    expect(finding?.what).to.equal('has CREATE INDEX CONCURRENTLY, which PostgreSQL does not run in a transaction');
  });

  it('may not reach into a neighbour', async () => {
    const [finding] = await failing('create table stoa.item (id int)');
    expect(finding?.what).to.include('permission denied');
  });

  context('when one that ran was changed or removed', () => {
    const files = { '001-a.sql': 'create table a (id int);\n', '002-b.sql': 'create table b (id int);\n' };
    const runBoth = () => server.migrate([sqlManifest(name, files)]);

    it('names the changed file, and runs nothing', async () => {
      await runBoth();
      const changed = sqlManifest(name, {
        ...files,
        '001-a.sql': 'create table a (id text)',
        '003-c.sql': 'create table c (id int)',
      });
      const findings = await findingsOf(server.migrate([changed]));
      expect(findings.map(({ code, where }) => ({ code, where }))).to.deep.equal([
        { code: 'MIGRATION_CHANGED', where: { file: `/extensions/${name}/migrations/001-a.sql`, line: 1 } },
      ]);
      expect(await query('select to_regclass($$c$$) as found')).to.deep.equal([{ found: null }]);
    });

    it('names the missing file, without running anything when it is only asked', async () => {
      await runBoth();
      const missing = sqlManifest(name, { '002-b.sql': files['002-b.sql'] });
      const findings = await server.checkMigrations([missing]);
      expect(findings.map(({ code, where }) => ({ code, where }))).to.deep.equal([
        { code: 'MIGRATION_MISSING', where: { file: `/extensions/${name}/migrations/001-a.sql`, line: 1 } },
      ]);
    });

    it('does not mind other line ends', async () => {
      await runBoth();
      const windows = sqlManifest(name, { ...files, '001-a.sql': files['001-a.sql'].replace('\n', '\r\n') });
      expect(await server.checkMigrations([windows])).to.deep.equal([]);
    });

    it('lists which ran when', async () => {
      await runBoth();
      const status = await server.migrationStatus([sqlManifest(name, { ...files, '003-c.sql': 'select 1' })]);
      expect(status.map((migration) => [migration.name, migration.appliedAt === undefined])).to.deep.equal([
        ['001-a.sql', false],
        ['002-b.sql', false],
        ['003-c.sql', true],
      ]);
    });
  });

  context('when a gateway ended between noting a migration and hearing that it was committed', () => {
    const note = async (text: string, end: 'commit' | 'rollback'): Promise<void> => {
      await server.migrate([sqlManifest(name)]);
      const admin = await connect(await embeddedSettings(folder));
      const writer = await connect(await embeddedSettings(folder));
      await writer.query('begin');
      await writer.query(text);
      const { rows } = await writer.query('select pg_current_xact_id()::text as id');
      await admin.query(
        `insert into stoa.migrations (extension, name, checksum, ms, pending) values ($1, '001-a.sql', 'x', 1, $2::xid8)`,
        [name, rows[0]?.id],
      );
      await writer.query(end);
      await Promise.all([admin.end(), writer.end()]);
    };

    it('counts it as run when it was committed', async () => {
      await note('create temporary table t (id int)', 'commit');
      const [finding] = await findingsOf(server.migrate([sqlManifest(name, { '001-a.sql': 'select 1' })]));
      expect(finding).to.include({ code: 'MIGRATION_CHANGED' });
    });

    it('runs it again when it was not', async () => {
      await note('create temporary table t (id int)', 'rollback');
      expect(await server.migrate([sqlManifest(name, { '001-a.sql': 'create table a (id int)' })])).to.have.length(1);
    });
  });
});

describe('demonstration data', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder);
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  const create = { '001-create.sql': 'create table item (id int primary key)' };

  it('goes in as the role of its extension, and only where there is some', async () => {
    const manifests = [
      sqlManifest('shop', create, { 'items.sql': 'insert into item values (1) on conflict do nothing' }),
      sqlManifest('bare'),
    ];
    await server.migrate(manifests);
    expect(await server.seed(manifests)).to.deep.equal(['shop']);
    expect(await server.seed(manifests)).to.deep.equal(['shop']);
    expect(await server.of(extensionId('shop')).query('select id from item')).to.deep.equal([{ id: 1 }]);
  });

  it('goes in whole or not at all, and says where it is wrong', async () => {
    const manifests = [
      sqlManifest('broken', create, {
        'a.sql': 'insert into item values (1)',
        'b.sql': 'insert into item\nvalues (x)',
      }),
    ];
    await server.migrate(manifests);
    const error = await rejection(server.seed(manifests));
    expect(error).to.be.instanceOf(StartupError);
    expect(error).to.have.deep.nested.property('findings[0].where', {
      file: '/extensions/broken/seed/b.sql',
      line: 2,
      column: 9,
    });
    expect(error).to.have.nested.property('findings[0].code', 'SEED_FAILED');
    expect(await server.of(extensionId('broken')).query('select id from item')).to.deep.equal([]);
  });
});
