import { expect } from 'chai';
import { addThing, startStoppingShop } from '../support/stopping-shop.ts';

describe('stopping at a bad moment', () => {
  it('ends within its time, with 0, though a request never ends and holds a transaction', async () => {
    await using shop = await startStoppingShop(
      `export default async (request) => {
        await request.context.database.transaction(async (transaction) => {
          await transaction.query('select 1');
          console.error('working');
          await new Promise(() => undefined);
        });
      };`,
      { stop: 'stop: { readinessDelayMs: 0, drainMs: 200 }' },
    );
    const answer = addThing(await shop.stoa.waitFor(/http:\S+/)).catch(() => 'cut off');
    await shop.stoa.waitFor(/working/, 'stderr');
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(await answer).to.equal('cut off');
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });

  it('stops in order when nobody reads what it says', async () => {
    await using shop = await startStoppingShop('export default (_request, response) => response.json({});');
    shop.stoa.child.stdout?.destroy();
    await shop.stoa.waitFor(/the output has no reader/, 'stderr');
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });

  context('while it starts', () => {
    it('closes what is open by then, and never opens the shop', async () => {
      await using shop = await startStoppingShop(`
        console.error('loading');
        await new Promise((resolve) => setTimeout(resolve, 200));
        export default () => undefined;`);
      await shop.stoa.waitFor(/loading/, 'stderr');
      expect(await shop.stoa.stop('SIGINT')).to.equal(0);
      expect(shop.stoa.stderr()).to.contain('stopped before it was open');
      expect(shop.stoa.stdout()).to.equal('');
    });
  });
});
