import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { findEmbeddedFolders } from '#postgres';
import { runStoa } from '../support/run-stoa.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('stoa db restore of what does not fit', () => {
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
    file = await fixtureProject('small-shop');
    folder = dirname(file);
    home = (await findEmbeddedFolders(join(folder, '.stoa'))).home;
    await sql('create table item as select id from generate_series(1, 2) id');
    await db('backup', 'stopped.tar.gz');
  });
  after(() => rm(home, { recursive: true, force: true }));

  it('refuses a backup of another major version', async () => {
    await changeBackup(folder, 'old.tar.gz', (data) => writeFile(join(data, 'PG_VERSION'), '15\n'));
    const { code, stderr } = await db('restore', 'old.tar.gz', '--yes');
    expect(stderr).to.match(/old\.tar\.gz was made by PostgreSQL 15, and this is PostgreSQL 18/);
    expect(code).to.equal(1);
    expect((await sql('select id from item')).rows).to.have.length(2);
  });

  it('puts back what was there when PostgreSQL does not open the backup', async () => {
    await changeBackup(folder, 'broken.tar.gz', (data) => writeFile(join(data, 'global', 'pg_control'), 'broken'));
    const { code, stderr } = await db('restore', 'broken.tar.gz', '--yes');
    expect(stderr).to.match(/PostgreSQL does not open the database of broken\.tar\.gz/);
    expect(stderr).to.match(/What was there before is back/);
    expect(code).to.equal(1);
    expect((await sql('select id from item')).rows).to.have.length(2);
  });

  it('puts back what an interrupted restore had moved', async () => {
    await mkdir(join(home, 'earlier'));
    await cp(join(home, 'password'), join(home, 'earlier', 'password'));
    await rename(join(home, 'data'), join(home, 'earlier', 'data'));
    expect((await sql('select id from item')).rows).to.have.length(2);
  });
});

/** Makes a backup from another one, with changed files. */
async function changeBackup(folder: string, name: string, change: (data: string) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(folder, 'change-'));
  execFileSync('tar', ['-xzf', join(folder, 'stopped.tar.gz'), '-C', place]);
  await change(join(place, 'data'));
  execFileSync('tar', ['-czf', join(folder, name), '-C', place, 'data', 'password']);
}
