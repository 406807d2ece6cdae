import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runStoa, withoutProgress } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { shopConfig } from '../support/test-project.ts';

describe('commands for a database to develop with', () => {
  let file: string;
  let environment: Readonly<Record<string, string>>;
  let drop: () => Promise<void>;
  before(async () => {
    const database = await createDatabase();
    ({ drop } = database);
    file = await shopConfig();
    environment = { DATABASE_URL: database.url };
  });
  after(() => drop());

  const run = (...words: readonly string[]) => runStoa(words, { file, environment });

  it('migrate --plan says what would run, and runs nothing', async () => {
    const plan = await run('migrate', '--plan');
    expect([plan.code, withoutProgress(plan.stderr)]).to.deep.equal([0, '']);
    expect(plan.stdout).to.match(/reviews +001-create-review.sql +expand/);
    const { outstanding } = JSON.parse((await run('migrate', '--plan', '--json')).stdout);
    expect(outstanding).to.deep.include({ extension: 'reviews', name: '001-create-review.sql', kind: 'expand' });
    await run('migrate');
    expect((await run('migrate', '--plan')).stdout).to.equal('Nothing to migrate.\n');
  });

  it('db reset NAME makes the tables of one extension anew', async () => {
    await run('seed', 'catalog');
    const count = async (table: string): Promise<number> =>
      JSON.parse((await run('db', 'sql', `select count(*)::int as rows from ${table}`, '--json')).stdout).rows[0].rows;
    expect(await count('ext_reviews.review')).to.equal(0);
    const { code, stdout } = await run('db', 'reset', 'reviews', '--yes');
    expect([code, stdout]).to.deep.equal([
      0,
      'The tables of reviews are made anew, and its demonstration data is loaded.\n',
    ]);
    expect(await count('ext_reviews.review')).to.equal(319);
  });

  it('seed names an extension that is meant, and seeds nothing', async () => {
    const { code, stdout, stderr } = await run('seed', 'stock', 'review');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.contain('there is no enabled extension "review"').and.contain('Did you mean "reviews"?');
  });

  it('db reset asks first, and names an extension that is meant', async () => {
    expect((await run('db', 'reset', 'reviews')).code).to.equal(2);
    const unknown = await run('db', 'reset', 'review', '--yes');
    expect([unknown.code, unknown.stderr.includes('Did you mean "reviews"?')]).to.deep.equal([1, true]);
  });

  it('new migration --from-diff writes what was changed by hand, once', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-diff-')));
    const own = { file: join(folder, 'gateway.yaml'), environment };
    try {
      await mkdir(join(folder, 'memos/migrations'), { recursive: true });
      await writeFile(join(folder, 'memos/migrations/001-note.sql'), 'create table note (id int primary key);\n');
      await writeFile(
        own.file,
        "version: 1\ndatabase: { url: '${DATABASE_URL}' }\nsystem:\n  extensions:\n    - { name: memos, resolve: ./memos }\n",
      );
      const write = () => runStoa(['new', 'migration', 'finish-memos', '--from-diff', '--yes'], own);
      const early = await write();
      expect([early.code, early.stderr.includes('MIGRATION_NOT_RUN')]).to.deep.equal([1, true]);
      await runStoa(['migrate'], own);
      const same = await write();
      expect([same.code, same.stdout]).to.deep.equal([
        0,
        'The migrations of memos lead to this schema. Nothing is written.\n',
      ]);

      await runStoa(['db', 'sql', 'alter table ext_memos.note add column done boolean not null default false'], own);
      const written = await write();
      expect([written.code, withoutProgress(written.stderr)]).to.deep.equal([0, '']);
      expect(written.stdout).to.include('written: memos/migrations/002-finish-memos.sql, recorded as run');
      expect(await readFile(join(folder, 'memos/migrations/002-finish-memos.sql'), 'utf8')).to.equal(
        'alter table note add column done boolean default false not null;\n',
      );
      expect((await runStoa(['migrate', '--plan'], own)).stdout).to.equal('Nothing to migrate.\n');

      await runStoa(['db', 'sql', 'grant select on ext_memos.note to public'], own);
      const left = await write();
      expect([left.code, left.stderr.includes('MIGRATION_INCOMPLETE')]).to.deep.equal([1, true]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
