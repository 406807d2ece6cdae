import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '#base';
import { connect } from '../../src/postgres/connection/connect.ts';
import { findPlatformPackage, prepareBinaries } from '../../src/postgres/embedded/embedded-binaries.ts';
import { embeddedError } from '../../src/postgres/embedded/embedded-finding.ts';
import { withProcessLock } from '../../src/postgres/embedded/process-lock.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  serverPid,
  sqlManifest,
} from '../support/database.ts';
import { leave, openInChild } from '../support/embedded-child.ts';
import { startTime } from '../support/embedded-state.ts';
import { rejection } from '../support/rejection.ts';

const shop = sqlManifest('shop', { '001-create.sql': 'create table item (id int)' });

describe('the embedded database', () => {
  let folder: DatabaseFolder;
  before(async () => {
    folder = await makeDatabaseFolder({ isNew: true });
  });
  after(() => folder[Symbol.asyncDispose]());

  it('is new until demonstration data is in, and keeps what is in it', async () => {
    {
      await using broken = await openTestDatabase(folder);
      await broken.migrate([shop]);
    }
    {
      await using first = await openTestDatabase(folder);
      expect(first).to.include({ kind: 'embedded', isNew: true });
      await first.migrate([shop]);
      await first.seed([shop]);
      await first.of(extensionId('shop')).query('insert into item values (1)');
    }
    await using second = await openTestDatabase(folder);
    expect(second.isNew).to.equal(false);
    expect(await second.of(extensionId('shop')).query('select id from item')).to.deep.equal([{ id: 1 }]);
  });

  it('is set up as promised', async () => {
    await using _server = await openTestDatabase(folder);
    const admin = await connect(await embeddedSettings(folder));
    const { rows } = await admin.query(`
      select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp, current_setting('timezone') as zone,
        pg_encoding_to_char(encoding) as encoding, datlocale as locale from pg_database where datname = current_database()`);
    await admin.end();
    expect(rows).to.deep.equal([{ fsync: 'on', tcp: '', zone: 'UTC', encoding: 'UTF8', locale: 'C.UTF-8' }]);
    expect((await stat(folder.home)).mode & 0o777).to.equal(0o700);
    expect((await stat(join(folder.home, 'password'))).mode & 0o777).to.equal(0o600);
  });

  it('lets nobody in without a password', async () => {
    await using _server = await openTestDatabase(folder);
    const settings = { ...(await embeddedSettings(folder)), password: 'guess' };
    expect(await rejection(connect(settings))).to.have.property('code', '28P01');
  });

  it('is shared by two gateways, and stopped by the last to leave', async () => {
    const first = await openTestDatabase(folder);
    const second = await openTestDatabase(folder);
    const pid = await serverPid(folder);
    await first.close();
    await second.ping();
    expect(await serverPid(folder)).to.equal(pid);
    await second.close();
    expect(await serverPid(folder)).to.equal(undefined);
  });

  it('is shared by a second process, which can leave last', async () => {
    const first = await openTestDatabase(folder);
    const child = await openInChild(folder.folder);
    expect(child.answer.started).to.equal(await startTime(folder));
    await first.close();
    expect(await serverPid(folder)).to.be.a('number');
    await leave(child);
    expect(await serverPid(folder)).to.equal(undefined);
  });

  it('is in a session of its own, so that Ctrl-C does not reach it', async function () {
    if (process.platform !== 'linux') this.skip();
    await using _server = await openTestDatabase(folder);
    const fields = (await readFile(`/proc/${await serverPid(folder)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    expect(Number(fields[3])).to.equal(await serverPid(folder));
  });

  it('says that the data was made by another PostgreSQL, and leaves it alone', async () => {
    await (await openTestDatabase(folder)).close();
    const versionFile = join(folder.home, 'data', 'PG_VERSION');
    await writeFile(versionFile, '15\n');
    const error = await rejection(openTestDatabase(folder));
    expect(error).to.be.instanceOf(StartupError);
    expect(error).to.have.nested.property('findings[0].code', 'DATABASE_REFUSED');
    expect(error).to.match(/made by PostgreSQL 15, and this is PostgreSQL 18/);
    expect(await readFile(versionFile, 'utf8')).to.equal('15\n');
    await writeFile(versionFile, '18\n');
  });

  it('is not for machines without a package, and says what is', async () => {
    const error = await rejection(findPlatformPackage({ file: 'gateway.yaml' }, 'plan9-mips'));
    expect(error).to.have.nested.property('findings[0].code', 'DATABASE_UNSUPPORTED');
    expect(error).to.have.nested.property('findings[0].fix').that.includes('DATABASE_URL');
  });

  it('names a full disk and a forbidden folder', () => {
    const where = { file: 'gateway.yaml' };
    const full = embeddedError(new Error('FATAL:  could not write: No space left on device'), where, '/data');
    expect(full.findings[0]?.what).to.match(/is full/);
    const closed = embeddedError(Object.assign(new Error('mkdir'), { code: 'EACCES' }), where, '/data');
    expect(closed.findings[0]?.what).to.match(/may not use the folder/);
  });

  it('makes the library links that npm did not make, in a copy', async () => {
    const source = await findPlatformPackage({ file: 'gateway.yaml' });
    const native = join(folder.folder, 'native');
    const links: { source: string; target: string }[] = JSON.parse(
      await readFile(join(source.native, 'pg-symlinks.json'), 'utf8'),
    );
    await Promise.all(['bin', 'lib'].map((name) => mkdir(join(native, name), { recursive: true })));
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    await Promise.all(links.map((link) => writeFile(join(folder.folder, link.source), link.source)));
    const made = await prepareBinaries(
      { native, version: '18.0.0' },
      { folder: join(folder.folder, 'copy'), always: false },
    );
    const target = links[0]?.target.replace('native/', '') ?? '';
    expect(await readFile(join(made.initdb, '..', '..', target), 'utf8')).to.equal(links[0]?.source);
  });

  it('holds its lock against a second caller until the work is done', async () => {
    const file = join(folder.folder, 'lock');
    await withProcessLock(file, 1000, async () => {
      expect(await rejection(withProcessLock(file, 30, async () => 'in'))).to.match(/has held/);
    });
    expect(await withProcessLock(file, 30, async () => 'in')).to.equal('in');
  });
});
