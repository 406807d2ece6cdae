import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { type DatabaseFolder, makeDatabaseFolder, openTestDatabase, serverPid } from '../support/database.ts';
import {
  embeddedChildFile,
  keepersOf,
  killHard,
  leave,
  openInChild,
  signalKeepers,
} from '../support/embedded-child.ts';
import { fifos, isStopped } from '../support/embedded-state.ts';
import { waitUntil } from '../support/wait-until.ts';

const shells = ['/usr/bin/dash', '/usr/bin/bash', '/usr/bin/busybox', '/bin/zsh'].filter((path) => existsSync(path));

describe('the keeper of the embedded server at a bad moment', () => {
  let folder: DatabaseFolder;
  before(async () => {
    folder = await makeDatabaseFolder();
    // PostgreSQL's user runs programs of this folder.
    await chmod(folder.folder, 0o755);
  });
  afterEach(() => waitUntil(() => isStopped(folder)));
  after(() => folder[Symbol.asyncDispose]());

  context('when the last gateway is killed', () => {
    it('stops the server while a program that the gateway started lives on', async () => {
      const child = await openInChild(folder.folder, { program: 'sleep' });
      await killHard(child);
      await waitUntil(() => isStopped(folder));
      expect(process.kill(child.answer.other ?? Number.NaN, 'SIGKILL')).to.equal(true);
    });
  });

  it('stops the server after a gateway that was killed while it started', async () => {
    for (const delayMs of [0, 20, 60]) {
      const child = spawn(process.execPath, [embeddedChildFile, folder.folder], { cwd: '/', stdio: 'ignore' });
      await waitUntil(async () => existsSync(folder.home) && (await fifos(folder)).length > 0);
      await wait(delayMs);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await waitUntil(() => isStopped(folder));
    }
    await using next = await openTestDatabase(folder);
    await next.ping();
  });

  context('when the keeper is killed', () => {
    it('lets gateways go on; the last one to leave stops the server', async () => {
      await using first = await openTestDatabase(folder);
      const child = await openInChild(folder.folder);
      expect(signalKeepers(folder.home, 'SIGKILL')).to.equal(1);
      await first.ping();
      await leave(child);
      await first.ping();
    });

    it('is replaced by the next command, and then stops the server for all', async () => {
      const first = await openInChild(folder.folder);
      const pid = await serverPid(folder);
      expect(signalKeepers(folder.home, 'SIGKILL')).to.equal(1);
      const second = await openInChild(folder.folder);
      expect(keepersOf(folder.home)).to.have.length(1);
      await killHard(second);
      await using third = await openTestDatabase(folder);
      await killHard(first);
      await third.ping();
      expect(await serverPid(folder)).to.equal(pid);
    });

    it('leaves the server to the next command when the gateway is killed, too', async () => {
      const first = await openInChild(folder.folder);
      const pid = await serverPid(folder);
      expect(signalKeepers(folder.home, 'SIGKILL')).to.equal(1);
      await killHard(first);
      await using next = await openTestDatabase(folder);
      await next.ping();
      expect(await serverPid(folder)).to.equal(pid);
      expect(keepersOf(folder.home)).to.have.length(1);
    });
  });

  context('when a gateway opens after the last one was killed', () => {
    it('keeps the server if its keeper has not seen the end yet', async () => {
      const first = await openInChild(folder.folder);
      const pid = await serverPid(folder);
      expect(signalKeepers(folder.home, 'SIGSTOP')).to.equal(1);
      await killHard(first);
      const second = await openInChild(folder.folder);
      expect(signalKeepers(folder.home, 'SIGCONT')).to.equal(1);
      await using third = await openTestDatabase(folder);
      await third.ping();
      expect(await serverPid(folder)).to.equal(pid);
      await killHard(second);
    });

    it('keeps the server if the keeper has withdrawn its FIFO by one step', async () => {
      const gate = await gateAfter(folder, 'mv');
      const first = await openInChild(folder.folder, { path: gate.path });
      const pid = await serverPid(folder);
      await killHard(first);
      await gate.reached();
      expect(await fifos(folder)).to.deep.equal(['closing']);
      const second = await openInChild(folder.folder);
      expect(await fifos(folder)).to.deep.equal(['users']);
      await gate.open();
      await using third = await openTestDatabase(folder);
      await third.ping();
      expect(await serverPid(folder)).to.equal(pid);
      await leave(second);
    });

    it('starts the server again if the keeper has withdrawn its FIFO', async () => {
      const gate = await gateAfter(folder, 'rm');
      const first = await openInChild(folder.folder, { path: gate.path });
      const pid = await serverPid(folder);
      await killHard(first);
      await gate.reached();
      expect(await fifos(folder)).to.deep.equal([]);
      await using second = await openTestDatabase(folder);
      expect(await serverPid(folder)).not.to.equal(pid);
      await gate.open();
      await waitUntil(() => keepersOf(folder.home).length === 1);
      await second.ping();
    });
  });

  it('starts after a machine that went down kept FIFO and lock file', async () => {
    await (await openTestDatabase(folder)).close();
    execFileSync('mkfifo', [join(folder.home, 'users-0123abcd')]);
    await writeFile(join(folder.home, 'data', 'postmaster.pid'), `999999\n${folder.home}/data\n1700000000\n5432\n`);
    await using server = await openTestDatabase(folder);
    await server.ping();
    expect(await fifos(folder)).to.deep.equal(['users']);
    expect(existsSync(join(folder.home, 'users-0123abcd'))).to.equal(false);
  });

  for (const shell of shells) {
    it(`runs in ${shell}`, async () => {
      const programs = await mkdtemp(join(folder.folder, 'programs-'));
      await chmod(programs, 0o755);
      await symlink(shell, join(programs, 'sh'));
      const child = await openInChild(folder.folder, { path: `${programs}:${process.env.PATH}` });
      await killHard(child);
      await waitUntil(() => isStopped(folder));
    });
  }

  it('says that the machine has no mkfifo', async () => {
    const programs = await mkdtemp(join(folder.folder, 'programs-'));
    await symlink(execFileSync('which', ['id'], { encoding: 'utf8' }).trim(), join(programs, 'id'));
    const child = spawn(process.execPath, [embeddedChildFile, folder.folder], {
      cwd: '/',
      env: { PATH: programs },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(child.stderr)).to.match(
      /DATABASE_REFUSED: the embedded database needs the program "mkfifo", which is not in a folder of PATH/,
    );
  });
});

interface Gate {
  readonly path: string;
  /** Resolves when the program has done its work. */
  reached(): Promise<void>;
  open(): Promise<void>;
}

/** A PATH in which a program of the keeper does its work and then waits for the gate. */
async function gateAfter(folder: DatabaseFolder, program: string): Promise<Gate> {
  const place = await mkdtemp(join(folder.folder, 'programs-'));
  await chmod(place, 0o777);
  const script = `#!/bin/sh
/bin/${program} "$@" || exit
: > '${place}/reached'
until [ -e '${place}/gate' ]; do sleep 0.02; done
`;
  await writeFile(join(place, program), script, { mode: 0o755 });
  return {
    path: `${place}:${process.env.PATH}`,
    reached: () => waitUntil(() => existsSync(join(place, 'reached'))),
    open: () => writeFile(join(place, 'gate'), ''),
  };
}
