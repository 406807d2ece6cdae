import { expect } from 'chai';
import { startBusyProcessor } from '../support/busy-processor.ts';
import { waitUntil } from '../support/wait-until.ts';
import { descendantsOf, startWalledShop } from '../support/walled-shop.ts';

describe('a process of an extension that gets no processor', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('is not ended, and answers again when it gets one', async () => {
    await using walled = await startWalledShop();
    const [pid = 0] = walled.pids('mill');
    const events = (name: string) => walled.shop.log.events(name);
    {
      await using busy = await startBusyProcessor();
      await busy.starve([pid, ...(await descendantsOf(pid))]);
      // The gateway says so instead of ending it: it missed as many pings as one that hangs.
      await waitUntil(async () => {
        expect(await walled.shelfAnswers()).to.equal(true);
        expect(events('extension process ended')).to.deep.equal([]);
        return events('extension process gets no processor').length > 0;
      });
      expect(events('extension process gets no processor')[0]).to.include({ extension: 'mill' });
    }
    await walled.untilMillTurns();
    expect(events('extension process ended')).to.deep.equal([]);
    expect(walled.pids('mill')).to.deep.equal([pid]);
  });
});
