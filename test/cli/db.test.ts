import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { findAbandoned, findEmbeddedFolders } from '#postgres';
import { readServerState } from '../../src/postgres/embedded/embedded-process.ts';
import { killHard, leave, openInChild } from '../support/embedded-child.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('stoa db', () => {
  let file: string;
  let folder: string;
  let home: string;
  const db = (...words: readonly string[]) => runStoa(['db', ...words], { file });
  const sql = async (statement: string) => {
    const { stdout, stderr } = await db('sql', '--json', statement);
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout);
  };
  before(async () => {
    file = await fixtureProject('small-shop', (text) => text.replace(/database: \{/, 'database: { seed: never,'));
    folder = dirname(file);
    home = (await findEmbeddedFolders(join(folder, '.stoa'))).home;
  });
  after(() => rm(home, { recursive: true, force: true }));
  const isRunning = async () =>
    (await readServerState(await findEmbeddedFolders(join(folder, '.stoa'))))?.alive === true;

  it('says that there is nothing to back up or to reset before the first start', async () => {
    for (const words of [
      ['backup', 'none.tar.gz'],
      ['reset', '--yes'],
    ]) {
      const { code, stderr } = await db(...words);
      expect({ code, stderr })
        .to.have.property('stderr')
        .that.matches(/there is no embedded database in /);
      expect(code).to.equal(1);
    }
    expect(existsSync(join(folder, 'none.tar.gz'))).to.equal(false);
  });

  it('has a new database without demonstration data where gateway.yaml says so', async () => {
    await using stoa = startStoa(['start'], { file });
    const address = await stoa.waitFor(/open at (\S+)\s/);
    const answer = await fetch(`${address}/graphql?query={things{name}}`);
    expect(await answer.json()).to.deep.equal({ data: { things: [] } });
  });

  it('prints the folder of the embedded database', async () => {
    expect(await db('path')).to.include({ code: 0, stdout: `${home}\n` });
  });

  context('sql', () => {
    it('starts the server, prints a table, and leaves the server stopped', async () => {
      const { code, stdout } = await db('sql', `select 1 as one, null as two, E'a\\nb\\x1b[31m' as three`);
      expect(stdout.split('\n')).to.deep.equal([
        'one  two   three',
        '---  ---   -----',
        '1    NULL  a\\nb\\u001b[31m',
        '(1 row)',
        '',
      ]);
      expect(code).to.equal(0);
      expect(await isRunning()).to.equal(false);
    });

    it('prints JSON', async () => {
      await sql('create table item (id int, name text)');
      expect(await sql("insert into item values (1, 'tea'), (2, null)")).to.deep.equal({
        command: 'INSERT',
        rowCount: 2,
        rows: [],
      });
      expect((await sql('select * from item')).rows).to.deep.equal([
        { id: 1, name: 'tea' },
        { id: 2, name: null },
      ]);
    });

    it('says in which line and column a statement is wrong', async () => {
      const { code, stderr } = await db('sql', "select 'é€😀',\n  nmae from item");
      expect(stderr).to.match(/^statement:2:3: column "nmae" does not exist \(42703\)\n {4}nmae from item\n {4}\^\n/);
      expect(stderr).to.match(/fix: .*"item\.name"/);
      expect(code).to.equal(1);
    });

    it('says the place in JSON, too', async () => {
      const { code, stdout } = await db('sql', '--json', 'select * from product');
      expect(JSON.parse(stdout)).to.have.deep.property('error', {
        message: 'relation "product" does not exist',
        code: '42P01',
        line: 1,
        column: 15,
        hint: 'The tables of an extension lie in its schema: ext_reviews.review.',
      });
      expect(code).to.equal(1);
    });

    it('takes one statement alone', async () => {
      const { code, stderr } = await db('sql', 'delete from item; select 1');
      expect(stderr).to.match(/cannot insert multiple commands.*\n {2}fix: Give one statement/);
      expect(code).to.equal(1);
      expect((await sql('select count(*)::int as n from item')).rows).to.deep.equal([{ n: 2 }]);
    });
  });

  context('after the first start', () => {
    it('has the path of its project beside it', async function () {
      if (home.startsWith(folder)) this.skip();
      expect(await readFile(join(home, 'project'), 'utf8')).to.equal(join(folder, '.stoa'));
    });
  });

  context('with a server of its own', () => {
    it('runs statements there, and refuses the rest with words', async () => {
      const database = await createDatabase();
      const run = (...words: readonly string[]) =>
        runStoa(['db', ...words], { file, environment: { DATABASE_URL: database.url } });
      expect((await run('sql', 'select current_database() = $$postgres$$ as own')).stdout).to.match(/^own\n---\nf\n/);
      for (const [command, tool] of [
        ['path', /operator/],
        ['reset', /dropdb/],
        ['backup', /pg_dump .* && rsync .*\.stoa\/files\/ backup\/files\//],
        ['restore', /rsync -a backup\/files\/ .*\.stoa\/files\/ && pg_restore/],
      ] as const) {
        const { code, stderr } = await run(command, ...(['backup', 'restore'].includes(command) ? ['x'] : []));
        expect(stderr)
          .to.match(/this shop has a server of its own/)
          .and.match(tool);
        expect(code).to.equal(1);
      }
    });
  });

  context('while a gateway runs', () => {
    it('refuses reset and restore, and says which process', async () => {
      const child = await openInChild(folder);
      for (const words of [
        ['reset', '--yes'],
        ['restore', file, '--yes'],
      ]) {
        const { code, stderr } = await db(...words);
        expect(stderr).to.match(new RegExp(`in use: process ${child.process.pid}, since 2\\d{3}-\\d\\d-\\d\\dT`));
        expect(code).to.equal(1);
      }
      await leave(child);
      expect((await sql('select id from item')).rows).to.have.length(2);
    });

    it('backs up what is committed', async () => {
      const child = await openInChild(folder);
      expect((await db('backup', 'running.tar.gz')).stdout).to.match(/of the running database/);
      await sql('delete from item');
      expect((await readdir(home)).filter((name) => name.startsWith('backup-'))).to.deep.equal([]);
      await killHard(child);
      expect(await db('restore', 'running.tar.gz', '--yes')).to.include({ code: 0 });
      expect((await sql('select id from item order by id')).rows).to.deep.equal([{ id: 1 }, { id: 2 }]);
    });
  });

  context('when the shop is stopped', () => {
    it('backs up into a new file that others cannot read, and restores it', async () => {
      const name = 'made/of-today/stopped.tar.gz';
      expect((await db('backup', name)).stdout).to.match(/of the stopped database/);
      expect((await stat(join(folder, name))).mode & 0o777).to.equal(0o600);
      const again = await db('backup', name);
      expect(again.stderr).to.match(/stopped\.tar\.gz cannot be written: it exists/);
      await sql('drop table item');
      expect(await db('restore', name, '--yes')).to.include({ code: 0 });
      expect((await sql('select id from item')).rows).to.have.length(2);
      expect(existsSync(join(home, 'earlier'))).to.equal(false);
    });

    it('refuses what is no backup, and leaves the database as it is', async () => {
      for (const [name, text] of [
        ['gateway.yaml', /cannot be unpacked/],
        ['missing.tar.gz', /cannot be read: ENOENT/],
        ['other.tar.gz', /is no backup of Stoa/],
      ] as const) {
        if (name === 'other.tar.gz') execFileSync('tar', ['-czf', name, 'gateway.yaml'], { cwd: folder });
        const { code, stderr } = await db('restore', name, '--yes');
        expect(stderr).to.match(text);
        expect(code).to.equal(1);
      }
      expect((await sql('select id from item')).rows).to.have.length(2);
    });

    it('resets when it is told so', async () => {
      const asked = await db('reset');
      expect(asked).to.include({ code: 2 });
      expect(asked.stderr).to.match(/Remove all data of the embedded database in .*\n.*Add --yes/);
      expect((await sql('select id from item')).rows).to.have.length(2);
      expect(await db('reset', '--yes')).to.include({ code: 0 });
      expect((await sql("select to_regclass('item') as item")).rows).to.deep.equal([{ item: null }]);
    });
  });

  it('finds and removes folders whose project is gone, and no others', async () => {
    const root = await mkdtemp(join(tmpdir(), 'stoa-prune-'));
    const [gone, there, unknown] = ['0'.repeat(16), '1'.repeat(16), '2'.repeat(16)].map((name) => join(root, name));
    for (const one of [gone, there, unknown]) await mkdir(one ?? '', { recursive: true });
    await writeFile(join(gone ?? '', 'project'), join(root, 'no-such-project', '.stoa'));
    await writeFile(join(gone ?? '', 'postgres.log'), 'x'.repeat(100_000));
    await writeFile(join(there ?? '', 'project'), root);
    const found = await findAbandoned(root);
    expect(found.map((one) => one.folder)).to.deep.equal([gone, unknown]);
    expect(found[0]?.bytes).to.be.above(99_000);
    for (const { project, remove } of found) if (project !== undefined) expect(await remove()).to.equal(true);
    expect(await readdir(root)).to.deep.equal(['1'.repeat(16), '2'.repeat(16)]);
    await rm(root, { recursive: true });
  });
});
