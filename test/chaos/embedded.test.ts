import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import {
  type DatabaseFolder,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  recordingLogger,
  serverPid,
  sqlManifest,
} from '../support/database.ts';
import { embeddedChildFile, killHard, leave, openInChild } from '../support/embedded-child.ts';
import { startTime } from '../support/embedded-state.ts';
import { rejection } from '../support/rejection.ts';

const isRoot = process.getuid?.() === 0;
const shop = sqlManifest('shop', { '001-create.sql': 'create table item (id int)' });

describe('the embedded database at a bad moment', () => {
  let folder: DatabaseFolder;
  before(async () => {
    folder = await makeDatabaseFolder({ isNew: true });
  });
  after(() => folder[Symbol.asyncDispose]());

  it('opens for all who start at the same moment', async () => {
    const [child, ...servers] = await Promise.all([
      openInChild(folder.folder),
      openTestDatabase(folder),
      openTestDatabase(folder),
    ]);
    expect(child.answer.started).to.equal(await startTime(folder));
    await Promise.all([leave(child), ...servers.map((server) => server.close())]);
    expect(await serverPid(folder)).to.equal(undefined);
  });

  it('opens for one who comes while the last one leaves', async () => {
    const first = await openTestDatabase(folder);
    const [, second] = await Promise.all([first.close(), openTestDatabase(folder)]);
    await second.ping();
    await second.close();
    expect(await serverPid(folder)).to.equal(undefined);
  });

  context('when the server is killed', () => {
    it('is started again by the gateway that uses it, with nothing committed lost', async () => {
      const { logger, waitFor } = recordingLogger();
      await using server = await openTestDatabase(folder, { logger });
      await server.migrate([shop]);
      const database = server.of(extensionId('shop'));
      await database.query('truncate item');
      await database.query('insert into item values (1)');
      process.kill((await serverPid(folder)) ?? Number.NaN, 'SIGKILL');
      await waitFor('database connection restored');
      await server.ping();
      expect(await database.query('select id from item')).to.deep.equal([{ id: 1 }]);
    });

    it('is started anew when that happens while a gateway logs in', async () => {
      await using first = await openTestDatabase(folder);
      const pid = (await serverPid(folder)) ?? expect.fail('no server');
      // A stopped server accepts no more, so that the second gateway waits in its queue.
      process.kill(pid, 'SIGSTOP');
      const opening = openTestDatabase(folder);
      await untilWaiting(join(folder.home, '.s.PGSQL.5432'));
      process.kill(pid, 'SIGKILL');
      await using second = await opening;
      await second.ping();
      await first.ping();
    });

    it('is started by the next gateway when all are gone', async () => {
      const child = await openInChild(folder.folder);
      child.process.kill('SIGSTOP');
      process.kill((await serverPid(folder)) ?? Number.NaN, 'SIGKILL');
      await killHard(child);
      await using server = await openTestDatabase(folder);
      await server.ping();
    });
  });

  it('starts although the process id of a dead server belongs to another process now', async () => {
    await (await openTestDatabase(folder)).close();
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {});
    const stale = `${stranger.pid}\n${join(folder.home, 'data')}\n1700000000\n5432\n${folder.home}\n\n    11111    22222\nready   \n`;
    await writeFile(join(folder.home, 'data', 'postmaster.pid'), stale);
    await writeFile(join(folder.home, '.s.PGSQL.5432.lock'), stale);
    if (isRoot) await chown(join(folder.home, 'data', 'postmaster.pid'), 65534, 65534);
    await using server = await openTestDatabase(folder);
    await server.ping();
    stranger.kill();
  });

  it('starts again although initdb was interrupted', async () => {
    await (await openTestDatabase(folder)).close();
    await rm(join(folder.home, 'data'), { recursive: true });
    await mkdir(join(folder.home, 'data.new'));
    await writeFile(join(folder.home, 'data.new', 'PG_VERSION'), '18\n');
    await using server = await openTestDatabase(folder);
    expect(server.isNew).to.equal(true);
  });

  it('comes back after somebody deleted its socket', async () => {
    const { logger, waitFor } = recordingLogger();
    await using server = await openTestDatabase(folder, { logger });
    await rm(join(folder.home, '.s.PGSQL.5432'));
    await using second = await openTestDatabase(folder);
    await second.ping();
    await waitFor('database connection restored');
    await server.ping();
  });

  it('names the place in gateway.yaml, and why the server does not start', async () => {
    await (await openTestDatabase(folder)).close();
    const settingsFile = join(folder.home, 'data', 'postgresql.conf');
    const settings = await readFile(settingsFile, 'utf8');
    await writeFile(settingsFile, 'no_such_setting = 1\n');
    const error = await rejection(openTestDatabase(folder));
    await writeFile(settingsFile, settings);
    expect(error).to.have.deep.nested.property('findings[0].where', {
      file: join(folder.folder, 'gateway.yaml'),
      line: 2,
      column: 1,
    });
    expect(error).to.match(/configuration file .* contains errors/);
  });
});

describe('the embedded database of a user who is not root', () => {
  const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
  let project: string;
  let tools: string | undefined;
  let node: string;
  before(async function () {
    // The project itself may lie where only root can enter, as it does on some build machines.
    const probe = spawn('test', ['-r', embeddedChildFile], nobody);
    const [code] = await once(probe, 'exit');
    if (code !== 0) {
      process.stdout.write(`    skipped: the user nobody cannot read ${embeddedChildFile}\n`);
      this.skip();
    }
    // This Node may come from a folder of root's own, such as npm's cache.
    tools = await mkdtemp(join(tmpdir(), 'stoa-node-'));
    node = join(tools, 'node');
    await chmod(tools, 0o755);
    await copyFile(process.execPath, node);
  });
  after(async () => {
    if (tools !== undefined) await rm(tools, { recursive: true, force: true });
  });
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'stoa-test-'));
  });
  afterEach(() => rm(project, { recursive: true, force: true }));

  it('lies in the project itself, and runs from node_modules', async () => {
    if (isRoot) await chown(project, 65534, 65534);
    const child = await openInChild(project, { ...nobody, node });
    expect(child.answer.role).to.match(/^stoa_postgres_shop_/);
    await access(join(project, '.stoa', 'postgres', '.s.PGSQL.5432'));
    await leave(child);
  });

  it('has its socket elsewhere when the path is too long', async () => {
    const deep = join(project, 'a-folder-with-a-long-name'.repeat(4));
    await mkdir(deep, { recursive: true });
    if (isRoot) await Promise.all([project, deep].map((path) => chown(path, 65534, 65534)));
    const child = await openInChild(deep, { ...nobody, node });
    const pidFile = await readFile(join(deep, '.stoa', 'postgres', 'data', 'postmaster.pid'), 'utf8');
    const socketFolder = pidFile.split('\n')[4] ?? '';
    expect(socketFolder).to.match(/stoa-[0-9a-f]{16}$/);
    expect((await stat(socketFolder)).mode & 0o777).to.equal(0o700);
    await leave(child);
    expect(await rejection(access(socketFolder))).to.have.property('code', 'ENOENT');
  });

  it('says when the folder may not be written', async () => {
    if (!isRoot) await chmod(project, 0o500);
    const child = spawn(node, [embeddedChildFile, project], {
      ...nobody,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += String(chunk);
    });
    await once(child, 'close');
    expect(text).to.match(/DATABASE_REFUSED: this user may not use the folder/);
    await chmod(project, 0o700);
  });
});

/** Resolves when a connection waits in the queue of a socket: Linux then lists it without an inode. */
async function untilWaiting(socket: string): Promise<void> {
  while (!new RegExp(` 0 ${socket}$`, 'm').test(await readFile('/proc/net/unix', 'utf8'))) await wait(10);
}
