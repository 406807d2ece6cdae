import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { yieldToEventLoop } from '#base';
import { type RunningStoa, startStoa } from '../../support/run-stoa.ts';
import { createDatabase } from '../../support/shared-server.ts';
import { fixtureProject } from '../../support/test-project.ts';
import { descendantsOf } from '../../support/walled-shop.ts';
import { isAlive } from '../../support/worker-shop.ts';

interface Started extends AsyncDisposable {
  readonly stoa: RunningStoa;
  readonly url: string;
  readonly pid: number;
}

async function startShop(words: readonly string[] = [], edit?: (text: string) => string): Promise<Started> {
  const file = await fixtureProject('walled-shop', edit);
  const { url: database, drop } = await createDatabase();
  const stoa = startStoa(['start', ...words], { file, environment: { DATABASE_URL: database } });
  await stoa.waitFor(/routes /);
  const [, url = ''] = /open at (http:\S+)/.exec(stoa.stdout()) ?? [];
  return {
    stoa,
    url,
    pid: stoa.child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
}

describe('a gateway with processes', () => {
  it('leaves none of them when it is killed, though one loops', async () => {
    await using shop = await startShop();
    const pids = await descendantsOf(shop.pid);
    expect(pids.length).to.be.at.least(3);
    const looping = fetch(`${shop.url}/faults/loop`, { method: 'POST' }).catch(() => undefined);
    await fetch(`${shop.url}/shelf`);
    shop.stoa.child.kill('SIGKILL');
    await once(shop.stoa.child, 'close');
    while (pids.some(isAlive)) await yieldToEventLoop();
    await looping;
  });

  it('leaves none of them when it stops', async () => {
    await using shop = await startShop();
    const pids = await descendantsOf(shop.pid);
    shop.stoa.child.kill('SIGTERM');
    const [code] = await once(shop.stoa.child, 'close');
    expect(code).to.equal(0);
    while (pids.some(isAlive)) await yieldToEventLoop();
  });

  it('opens no inspector by SIGUSR1', async () => {
    await using shop = await startShop();
    shop.stoa.child.kill('SIGUSR1');
    expect((await fetch(`${shop.url}/shelf`)).status).to.equal(200);
    expect(shop.stoa.stderr()).to.not.include('Debugger listening');
    const socket = connect(9229, '127.0.0.1');
    await once(socket, 'error');
  });

  it('has processes of its own in each worker', async () => {
    await using shop = await startShop(['--workers', '2']);
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await fetch(`${shop.url}/shelf`, { headers: { connection: 'close' } })).status,
      ),
    );
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    const started = shop.stoa.stderr().match(/"msg":"extension process started"/g);
    expect(started).to.have.lengthOf(6);
  });

  it('runs them as another user where gateway.yaml says so', async function () {
    if (process.getuid?.() !== 0) this.skip();
    await using shop = await startShop([], (text) => text.replace('env: [PROWLER_KEY]', 'uid: 65534'));
    const post = async (name: string, target: string): Promise<unknown> => {
      const query = `?target=${encodeURIComponent(target)}`;
      return (await fetch(`${shop.url}/attempts/${name}${query}`, { method: 'POST' })).json();
    };
    expect(await post('signal', String(shop.pid))).to.deep.equal({ refused: 'EPERM' });
    // Refused by name already, since this is its parent.
    expect(await post('openInspector', String(shop.pid))).to.have.property('refused');
  });
});
