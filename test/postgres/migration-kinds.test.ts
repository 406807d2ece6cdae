import { expect } from 'chai';
import type { Client } from 'pg';
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

describe('kinds of migrations', () => {
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let development: DatabaseServer;
  let admin: Client;
  let count = 0;
  let name = '';

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder);
    development = await openTestDatabase(folder, { development: true });
    admin = await connect(await embeddedSettings(folder));
  });
  beforeEach(() => {
    name = `kind-${++count}`;
  });
  after(async () => {
    await admin.end();
    await development.close();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  type Files = Readonly<Record<string, string>>;
  const base: Files = { '001-create.sql': 'create table item (id int)' };
  const migrate = (files: Files, on = server) => on.migrate([sqlManifest(name, files)]);
  const check = (files: Files) => server.checkMigrations([sqlManifest(name, files)]);
  const refusal = async (files: Files, on = server): Promise<readonly Finding[]> => {
    const error = await rejection(migrate(files, on));
    if (error instanceof StartupError) return error.findings;
    throw error;
  };
  const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);
  const names = (applied: readonly { readonly name: string }[]) => applied.map((each) => each.name);
  const records = async () =>
    (await admin.query('select name, number, kind, needs from stoa.migrations where extension = $1 order by 1', [name]))
      .rows;

  it('are recorded with the number', async () => {
    await migrate({
      ...base,
      '002-plain.sql': '-- what it is for\n-- stoa: expand\nselect 1;',
      '003-drop.sql': '\uFEFF-- stoa: contract needs 002\nselect 1;',
      '004-drop.sql': '\n-- stoa: contract\r\nselect 1;',
    });
    expect(await records()).to.deep.equal([
      { name: '001-create.sql', number: 1, kind: 'expand', needs: null },
      { name: '002-plain.sql', number: 2, kind: 'expand', needs: null },
      { name: '003-drop.sql', number: 3, kind: 'contract', needs: 2 },
      { name: '004-drop.sql', number: 4, kind: 'contract', needs: null },
    ]);
  });

  it('may be marked after they ran', async () => {
    const drop = 'alter table item add column old int;\n';
    await migrate({ ...base, '002-late.sql': drop });
    const marked = { ...base, '002-late.sql': `-- stoa-allow MIGRATION_CONTRACTS: agreed\n-- stoa: contract\n${drop}` };
    expect(await check(marked)).to.deep.equal([]);
    expect(await migrate(marked)).to.deep.equal([]);
    expect((await records())[1]).to.include({ kind: 'contract' });
    await migrate({ ...base, '002-late.sql': drop });
    expect((await records())[1]).to.include({ kind: 'contract' });
  });

  context('when the database is ahead of the code', () => {
    it('serves on a database with migrations that expand, and runs nothing', async () => {
      await migrate({ ...base, '002-add.sql': 'alter table item add column name text' });
      expect(await check(base)).to.deep.equal([]);
      expect(await migrate(base)).to.deep.equal([]);
      expect(await server.of(extensionId(name)).query('select name from item')).to.deep.equal([]);
    });

    it('serves when the code has no migration at all', async () => {
      await migrate(base);
      expect(await migrate({})).to.deep.equal([]);
    });

    it('refuses to serve after one that contracts, and names it', async () => {
      await migrate({ ...base, '002-drop.sql': '-- stoa: contract\nalter table item add column b int' });
      const [finding] = await refusal(base);
      expect(finding).to.include({ code: 'MIGRATION_AHEAD' });
      expect(finding?.where.file).to.equal(`/extensions/${name}/migrations/002-drop.sql`);
      expect(finding?.what).to.contain('only code that has it may run');
      expect(codes(await check(base))).to.deep.equal(['MIGRATION_AHEAD']);
    });

    it('serves after one that contracts when it has what that one needs', async () => {
      const second = { ...base, '002-stop-using.sql': 'select 1' };
      await migrate({ ...second, '003-drop.sql': '-- stoa: contract needs 002\nselect 1' });
      expect(await check(second)).to.deep.equal([]);
      const [finding] = await refusal(base);
      expect(finding).to.include({ code: 'MIGRATION_AHEAD' });
      expect(finding?.what).to.contain('only code that has migration 002 may run');
    });

    for (const where of ['production', 'development'] as const) {
      it(`runs no file of its own when there is the newer record in ${where}`, async () => {
        await migrate({ ...base, '003-add.sql': 'select 1' });
        const own = { ...base, '002-mine.sql': 'create table mine (id int)' };
        // Of an installed package: in development, other migrations may change.
        const installed = { ...sqlManifest(name, own), folder: `/shop/node_modules/${name}` };
        const error = await rejection((where === 'production' ? server : development).migrate([installed]));
        if (!(error instanceof StartupError)) throw error;
        const { findings } = error;
        expect(codes(findings)).to.deep.equal(['MIGRATION_ORDER']);
        expect(findings[0]?.what).to.contain('"003-add.sql" has');
        expect(await server.of(extensionId(name)).query(`select to_regclass('mine') as mine`)).to.deep.equal([
          { mine: null },
        ]);
      });
    }
  });

  context('when a file comes late, below one that ran', () => {
    const both = { ...base, '003-c.sql': 'select 3' };
    const late = { ...both, '002-b.sql': 'select 2' };
    const inOrder = Object.fromEntries(Object.entries(late).toSorted());

    it('is refused in production', async () => {
      await migrate(both);
      const [finding] = await refusal(inOrder);
      expect(finding).to.include({ code: 'MIGRATION_ORDER', fix: 'Give it a number above 003.' });
    });

    it('runs in development', async () => {
      await migrate(both);
      expect(names(await migrate(inOrder, development))).to.deep.equal(['002-b.sql']);
    });
  });

  context('when a record has the number of another file', () => {
    it('names both', async () => {
      await migrate({ ...base, '002-red.sql': 'select 1' });
      const [finding, ...others] = await refusal({ ...base, '002-blue.sql': 'select 2' });
      expect(others).to.deep.equal([]);
      expect(finding).to.include({ code: 'MIGRATION_CONFLICT' });
      expect(finding?.what).to.contain('"002-blue.sql"').and.to.contain('"002-red.sql"');
    });

    it('tells a renamed file', async () => {
      await migrate({ ...base, '002-red.sql': 'select 1' });
      const [finding] = await refusal({ ...base, '002-blue.sql': 'select 1' });
      expect(finding).to.include({ code: 'MIGRATION_CONFLICT', fix: 'Rename the file back to "002-red.sql".' });
    });
  });

  it('are missing when only a later file is there', async () => {
    await migrate({ ...base, '002-b.sql': 'select 1', '003-c.sql': 'select 1' });
    const [finding, ...others] = await refusal({ ...base, '003-c.sql': 'select 1' });
    expect(others).to.deep.equal([]);
    expect(finding).to.include({ code: 'MIGRATION_MISSING' });
    expect(finding?.where.file).to.equal(`/extensions/${name}/migrations/002-b.sql`);
  });

  it('come to a table of an older Stoa, whose rows count as expanding', async () => {
    await migrate({ ...base, '002-b.sql': 'select 1' });
    await admin.query('alter table stoa.migrations drop column number, drop column kind, drop column needs');
    expect(await check(base)).to.deep.equal([]);
    expect(names(await migrate({ ...base, '002-b.sql': 'select 1', '003-c.sql': 'select 1' }))).to.deep.equal([
      '003-c.sql',
    ]);
    expect((await records()).map(({ number, kind }) => [number, kind])).to.deep.equal([
      [1, 'expand'],
      [2, 'expand'],
      [3, 'expand'],
    ]);
    // An older Stoa on the same database writes what it knows.
    await admin.query(
      `insert into stoa.migrations (extension, name, checksum, ms) values ($1, '004-old.sql', 'x', 1)`,
      [name],
    );
    expect((await records())[3]).to.deep.equal({ name: '004-old.sql', number: 4, kind: 'expand', needs: null });
  });
});
