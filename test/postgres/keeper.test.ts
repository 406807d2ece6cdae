import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../src/postgres/connection/connect.ts';
import { embeddedError } from '../../src/postgres/embedded/embedded-finding.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  serverPid,
  sqlManifest,
} from '../support/database.ts';
import { killHard, leave, openInChild } from '../support/embedded-child.ts';
import { fifos, isStopped } from '../support/embedded-state.ts';
import { waitUntil } from '../support/wait-until.ts';

const shop = sqlManifest('shop', { '001-create.sql': 'create table item (id int)' });

describe('the keeper of the embedded server', () => {
  let folder: DatabaseFolder;
  before(async () => {
    folder = await makeDatabaseFolder();
    // PostgreSQL's user runs programs of this folder.
    await chmod(folder.folder, 0o755);
  });
  afterEach(() => waitUntil(() => isStopped(folder)));
  after(() => folder[Symbol.asyncDispose]());

  it('stops the server cleanly when the last gateway is killed, and loses no committed row', async () => {
    const child = await openInChild(folder.folder);
    const admin = await connect(await embeddedSettings(folder));
    await admin.query('insert into ext_shop.item values (7)');
    await admin.end();
    await killHard(child);
    await waitUntil(() => isStopped(folder));
    expect(await readFile(join(folder.home, 'postgres.log'), 'utf8')).to.match(/database system is shut down/);
    expect(await fifos(folder)).to.deep.equal([]);
    await using next = await openTestDatabase(folder);
    await next.migrate([shop]);
    expect(await next.of(extensionId('shop')).query('select id from item')).to.deep.equal([{ id: 7 }]);
  });

  it('lets the server run while another process uses it', async () => {
    const [first, second] = await Promise.all([openInChild(folder.folder), openInChild(folder.folder)]);
    const pid = await serverPid(folder);
    await killHard(first);
    await using late = await openTestDatabase(folder);
    await late.ping();
    expect(await serverPid(folder)).to.equal(pid);
    await leave(second);
    await late.ping();
    expect(await serverPid(folder)).to.equal(pid);
  });

  it('names a file system without FIFOs', () => {
    const refused = new Error(
      "Command failed: mkfifo -m 600 /data/users-1\nmkfifo: cannot create fifo '/data/users-1': Operation not permitted",
    );
    const error = embeddedError(refused, { file: 'gateway.yaml' }, '/data');
    expect(error.findings[0]).to.include({ code: 'DATABASE_REFUSED' });
    expect(error.findings[0]?.what).to.match(
      /\/data, has no named pipes \(FIFO\): mkfifo: .* Operation not permitted$/,
    );
    expect(error.findings[0]?.fix).to.match(/local file system/);
  });
});
