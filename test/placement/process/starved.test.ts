import { expect } from 'chai';
import { startBusyProcessor } from '../../support/busy-processor.ts';
import { descendantsOf, startWalledShop } from '../../support/walled-shop.ts';

describe('a process of an extension that gets no processor', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('is not ended, and answers again when it gets one', async () => {
    await using walled = await startWalledShop();
    const [pid = 0] = walled.pids('mill');
    {
      await using busy = await startBusyProcessor();
      await busy.starve([pid, ...(await descendantsOf(pid))]);
      const starved = () => walled.shop.log.events('extension process gets no processor');
      while (starved().length === 0) expect(await walled.shelfAnswers()).to.equal(true);
      expect(starved()[0]).to.include({ extension: 'mill' });
      // Three more seconds: until now, it would have been ended and started again.
      const began = performance.now();
      while (performance.now() - began < 3_000) expect(await walled.shelfAnswers()).to.equal(true);
    }
    await walled.untilMillTurns();
    expect(walled.pids('mill')).to.deep.equal([pid]);
    expect(walled.shop.log.events('extension process ended')).to.deep.equal([]);
  });
});
