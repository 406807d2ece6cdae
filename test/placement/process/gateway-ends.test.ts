import { once } from 'node:events';
import { expect } from 'chai';
import { waitUntil } from '../../support/wait-until.ts';
import { startWalledCommand, type WalledCommand } from '../../support/walled-command.ts';
import { descendantsOf } from '../../support/walled-shop.ts';
import { isAlive } from '../../support/worker-shop.ts';

describe('a gateway with processes', () => {
  let shop: WalledCommand;
  before(async () => {
    shop = await startWalledCommand();
  });
  after(() => shop[Symbol.asyncDispose]());

  it('opens no inspector by SIGUSR1', async () => {
    shop.stoa.child.kill('SIGUSR1');
    await shop.stoa.waitFor(/SIGUSR1 opens no inspector here/, 'stderr');
    expect((await fetch(`${shop.url}/shelf`)).status).to.equal(200);
    expect(shop.stoa.stderr()).to.not.include('Debugger listening');
  });

  it('leaves none of them when it is killed, though one loops', async () => {
    const pids = await descendantsOf(shop.pid);
    expect(pids.length).to.be.at.least(3);
    const looping = fetch(`${shop.url}/faults/loop`, { method: 'POST' }).catch(() => undefined);
    await fetch(`${shop.url}/shelf`);
    shop.stoa.child.kill('SIGKILL');
    await once(shop.stoa.child, 'close');
    await waitUntil(() => !pids.some(isAlive));
    await looping;
  });
});
