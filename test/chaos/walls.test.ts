import { once } from 'node:events';
import { mkdtemp, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { openControl } from '#server';
import { findWallTools } from '../../src/placement/process/find-walls.ts';
import { startWalledShop, type WalledShop } from '../support/walled-shop.ts';

describe('the walls of placement: process', () => {
  let walled: WalledShop;
  let folder: string;
  before(async () => {
    process.env.PROWLER_KEY = 'its own';
    process.env.SHOP_KEY = 'not its own';
    walled = await startWalledShop({ admin: true });
    folder = await mkdtemp(join(tmpdir(), 'stoa-walls-'));
  });
  after(async () => {
    delete process.env.PROWLER_KEY;
    delete process.env.SHOP_KEY;
    await walled[Symbol.asyncDispose]();
  });

  it('leave it its own environment, and nothing else', async () => {
    expect(await walled.attempt('environment')).to.deep.equal({ done: ['PROWLER_KEY'] });
    expect(await walled.attempt('variable')).to.deep.equal({ done: 'its own' });
  });

  const denied = 'ERR_ACCESS_DENIED';

  for (const [name, file] of [
    ['read', () => walled.shop.file],
    ['read', () => join(dirname(walled.shop.file), '.stoa/session-secret')],
    ['read', () => join(dirname(walled.shop.file), 'extensions/shelf/api/shelf/shelf.ts')],
    ['read', () => `/proc/${process.pid}/environ`],
    ['list', () => '/proc/self/fd'],
    ['list', () => join(dirname(walled.shop.file), '.stoa')],
    ['exists', () => '/etc/passwd'],
    ['write', () => join(folder, 'written')],
    ['link', () => join(folder, 'link')],
  ] as const)
    it(`let it see no file: ${name} ${String(file).replace('() => ', '')}`, async () => {
      expect(await walled.attempt(name, file())).to.deep.equal({ refused: denied });
    });

  it('let it follow no symbolic link', async () => {
    const link = join(folder, 'to-passwd');
    await symlink('/etc/passwd', link);
    expect(await walled.attempt('read', link)).to.deep.equal({ refused: denied });
  });

  it('let it make no database file, although Node’s permission model does not cover node:sqlite', async () => {
    expect(await walled.attempt('sqlite', join(folder, 'x.db'))).to.deep.equal({
      refused: 'ERR_UNKNOWN_BUILTIN_MODULE',
    });
  });

  for (const name of ['run', 'thread', 'inspector', 'session', 'snapshot', 'report', 'trace', 'directory', 'binding'])
    it(`refuse it: ${name}`, async () => {
      expect(await walled.attempt(name)).to.deep.equal({ refused: denied });
    });

  it('refuse it native code', async () => {
    expect(await walled.attempt('addon')).to.deep.equal({ refused: 'ERR_DLOPEN_DISABLED' });
    expect(await walled.attempt('foreignCode')).to.deep.equal({ refused: 'ERR_UNKNOWN_BUILTIN_MODULE' });
  });

  it('let it reach no port: neither the shop’s, nor the admin port, nor one of its own', async () => {
    const port = (url: string): string => new URL(url).port;
    for (const url of [walled.shop.url, walled.shop.adminUrl])
      expect(await walled.attempt('connect', port(url))).to.deep.equal({ refused: denied });
    for (const name of ['listen', 'datagram', 'resolve'])
      expect(await walled.attempt(name)).to.deep.equal({ refused: denied });
    expect(await walled.attempt('fetch', walled.shop.url)).to.deep.equal({ refused: 'fetch failed' });
  });

  it('let it reach no control socket', async () => {
    const stateFolder = join(dirname(walled.shop.file), '.stoa');
    const { generations, log } = walled.shop;
    await using control = await openControl(stateFolder, { generations, logger: log.logger });
    expect(control).to.not.equal(undefined);
    expect(await walled.attempt('connectPath', join(stateFolder, 'run'))).to.deep.equal({ refused: denied });
  });

  it('let it signal no process, where the machine has PID namespaces', async function () {
    if ((await findWallTools()).unshare === undefined) this.skip();
    const [neighbour = 0] = walled.pids('shelf');
    for (const pid of [process.pid, neighbour])
      for (const name of ['signal', 'openInspector', 'priority'])
        expect((await walled.attempt(name, String(pid))).refused, name).to.match(/^(ESRCH|ERR_SYSTEM_ERROR)$/);
  });

  it('keep the tables of others from it', async () => {
    for (const text of ['select * from ext_shelf.book', 'select * from stoa.secrets', 'select * from pg_authid'])
      expect(await walled.attempt('sql', text), text).to.deep.equal({ refused: '42501' });
  });

  it('keep what it patches in its own process', async () => {
    expect(await walled.attempt('patch')).to.have.property('done');
    expect(JSON.parse('[1]')).to.deep.equal([1]);
    expect([]).to.not.have.property('patched');
    expect(await walled.shelfAnswers()).to.equal(true);
  });
});

describe('placement: process with network: true', () => {
  it('reaches the network, and its sockets are limited', async () => {
    await using walled = await startWalledShop({
      config: (text) => text.replace('env: [PROWLER_KEY]', 'network: true'),
    });
    await using server = createServer((_request, response) => response.end('reached'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await walled.attempt('fetch', `http://127.0.0.1:${port}/`)).to.deep.equal({ done: 200 });
    expect(await walled.attempt('read', walled.shop.file)).to.deep.equal({ refused: 'ERR_ACCESS_DENIED' });
    if ((await findWallTools()).prlimit === undefined) return;
    expect(await walled.attempt('descriptors', String(port))).to.deep.equal({ refused: 'EMFILE' });
    expect(await walled.attempt('variable')).to.deep.equal({});
    expect(await walled.shelfAnswers()).to.equal(true);
  });
});
