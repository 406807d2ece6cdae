import { expect } from 'chai';
import { waitUntil } from '../support/wait-until.ts';
import { startWalledCommand } from '../support/walled-command.ts';
import { descendantsOf } from '../support/walled-shop.ts';
import { isAlive } from '../support/worker-shop.ts';

describe('a gateway with processes and workers', () => {
  it('leaves none of its processes when it stops', async () => {
    await using shop = await startWalledCommand();
    const pids = await descendantsOf(shop.pid);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    await waitUntil(() => !pids.some(isAlive));
  });

  it('has processes of its own in each worker', async () => {
    await using shop = await startWalledCommand(['--workers', '2']);
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
    await using shop = await startWalledCommand([], (text) => text.replace('env: [PROWLER_KEY]', 'uid: 65534'));
    const post = async (name: string, target: string): Promise<unknown> => {
      const query = `?target=${encodeURIComponent(target)}`;
      return (await fetch(`${shop.url}/attempts/${name}${query}`, { method: 'POST' })).json();
    };
    expect(await post('signal', String(shop.pid))).to.deep.equal({ refused: 'EPERM' });
    // Refused by name already, since this is its parent.
    expect(await post('openInspector', String(shop.pid))).to.have.property('refused');
  });
});
