import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const program = resolve(import.meta.dirname, '../service/start.ts');
const token = 'sesame';

interface Service {
  readonly process: ChildProcess;
  ask(path: string, body: object, bearer?: string): Promise<readonly [status: number, answer: object]>;
}

async function start(file: string): Promise<Service> {
  const child = spawn(process.execPath, [program, '--port', '0', '--file', file, '--demo'], {
    env: { ...process.env, WAREHOUSE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const [url] = /http:\S+\d/.exec(String(line)) ?? expect.fail(String(line));
  return {
    process: child,
    ask: async (path, body, bearer = token) => {
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return [answer.status, await answer.json()];
    },
  };
}

async function end({ process: child }: Service, signal: NodeJS.Signals): Promise<void> {
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

describe('the warehouse', () => {
  let folder: string;
  let service: Service;
  const open = async () => {
    service = await start(join(folder, 'warehouse.sqlite'));
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-warehouse-'));
    await open();
  });
  after(async () => {
    await end(service, 'SIGTERM');
    await rm(folder, { recursive: true });
  });

  const hold = (order: string, quantity: number) =>
    service.ask('/holds', { order, lines: [{ sku: 'OIL-O3-120', quantity }], until: '2999-01-01T00:00:00Z' });

  it('keeps what orders hold when its process is killed', async () => {
    const held = [200, { order: '1', state: 'HELD', missing: [] }];
    expect(await hold('1', 2)).to.deep.equal(held);
    expect(await hold('2', 1)).to.deep.equal([200, { order: '2', state: 'OUT', missing: ['OIL-O3-120'] }]);
    await end(service, 'SIGKILL');
    await open();
    expect(await hold('1', 2)).to.deep.equal(held);
    expect((await hold('3', 1))[1]).to.include({ state: 'OUT' });
    expect(await service.ask('/commits', { order: '1' })).to.deep.equal([
      200,
      { order: '1', state: 'COMMITTED', missing: [] },
    ]);
    await end(service, 'SIGTERM');
    await open();
    expect(await service.ask('/counts', { sku: 'OIL-O3-120', onHand: 0 })).to.deep.equal([
      200,
      { sku: 'OIL-O3-120', onHand: 0, reserved: 0, accepted: true },
    ]);
  });

  for (const [what, path, body, status] of [
    ['a call that there is not', '/sales', {}, 404],
    ['no order', '/commits', {}, 400],
    ['no lines', '/holds', { order: '9', lines: [], until: '2999-01-01T00:00:00Z' }, 400],
    ['less than a piece', '/holds', { order: '9', lines: [{ sku: 'A', quantity: 0 }], until: '2999-01-01' }, 400],
    ['a time that is none', '/holds', { order: '9', lines: [{ sku: 'A', quantity: 1 }], until: 'later' }, 400],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect((await service.ask(path, body))[0]).to.equal(status);
      expect((await service.ask('/commits', { order: '9' }))[1]).to.include({ state: 'UNKNOWN' });
    });

  it('refuses requests without its token', async () => {
    expect((await service.ask('/commits', { order: '1' }, 'open'))[0]).to.equal(401);
  });
});
