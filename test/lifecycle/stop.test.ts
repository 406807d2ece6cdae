import { once } from 'node:events';
import { expect } from 'chai';
import { takesConnections } from '../support/raw-socket.ts';
import { addThing, startStoppingShop } from '../support/stopping-shop.ts';

/** Waits for a signal when its query asks. */
const handler = `
  export default (request, response) => {
    if (request.query.do !== 'wait') return response.json({ added: true });
    console.error('working');
    process.once('SIGUSR2', () => response.json({ finished: true }));
  };`;

/** The status of /readyz, asked until it is this one. */
async function readyBecomes(adminUrl: string, status: number): Promise<void> {
  while ((await fetch(`${adminUrl}/readyz`)).status !== status);
}

describe('stopping', () => {
  it('is not ready first, takes no connection then, finishes what is under way, and ends with 0', async () => {
    await using shop = await startStoppingShop(handler, { stop: 'stop: { readinessDelayMs: 5000 }' });
    const address = await shop.stoa.waitFor(/http:\S+/);
    const adminUrl = await shop.stoa.waitFor(/admin\s+(http:\S+)/);
    await readyBecomes(adminUrl, 200);
    const answer = addThing(address, '?do=wait');
    await shop.stoa.waitFor(/working/, 'stderr');
    const exited = once(shop.stoa.child, 'close');
    shop.stoa.child.kill('SIGTERM');
    await readyBecomes(adminUrl, 503);
    // Load balancers learn of it in this time.
    expect((await addThing(address)).status).to.equal(200);
    while (await takesConnections(Number(new URL(address).port)));
    expect((await fetch(`${adminUrl}/readyz`)).status).to.equal(503);
    expect((await fetch(`${adminUrl}/livez`)).status).to.equal(200);
    shop.stoa.child.kill('SIGUSR2');
    expect(await (await answer).json()).to.deep.equal({ finished: true });
    expect(await exited).to.deep.equal([0, null]);
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });

  it('cuts off what is under way when asked once more, and still closes the database', async () => {
    await using shop = await startStoppingShop("export default () => console.error('working');");
    const answer = addThing(await shop.stoa.waitFor(/http:\S+/)).catch(() => 'cut off');
    await shop.stoa.waitFor(/working/, 'stderr');
    // Signals within a second are one request, and a third one would end it at once: so it is asked until it cuts off.
    shop.stoa.child.kill('SIGINT');
    const asking = setInterval(() => shop.stoa.child.kill('SIGINT'), 1_500);
    expect(await answer).to.equal('cut off');
    clearInterval(asking);
    if (shop.stoa.child.exitCode === null) await once(shop.stoa.child, 'exit');
    expect(shop.stoa.child.exitCode).to.equal(0);
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });
});
