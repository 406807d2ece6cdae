import { expect } from 'chai';
import { CallClock, type TimedCall } from '#http';

const notStarted = { due: 0, before: undefined, after: undefined };

describe('the clock of calls', () => {
  it('gives up the calls whose time is over, in the order in which they began, and no other', async () => {
    const clock = new CallClock(20);
    const given: string[] = [];
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const call = (name: string): TimedCall => ({
      ...notStarted,
      giveUp: () => {
        given.push(name);
        if (name === 'last') resolve();
      },
    });
    const stopped = call('stopped');
    for (const each of [call('first'), stopped, call('last')]) clock.start(each);
    clock.stop(stopped);
    await end;
    expect(given).to.deep.equal(['first', 'last']);
    expect(clock.size).to.equal(0);
  });

  it('gives no call less than its time', async () => {
    const clock = new CallClock(40);
    const begun = performance.now();
    await new Promise<void>((resolve) => clock.start({ ...notStarted, giveUp: resolve }));
    expect(performance.now() - begun).to.be.at.least(39);
  });

  it('does not count the time in which the process stood still', async () => {
    const clock = new CallClock(40);
    let isGivenUp = false;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    clock.start({
      ...notStarted,
      giveUp: () => {
        isGivenUp = true;
        resolve();
      },
    });
    const until = performance.now() + 100;
    while (performance.now() < until);
    // The turn after the pause: its answer may have been there all along.
    await new Promise((turn) => setImmediate(turn));
    expect(isGivenUp).to.equal(false);
    await end;
  });

  it('lets a call begin again when it is given up', async () => {
    const clock = new CallClock(10);
    let times = 0;
    await new Promise<void>((resolve) => {
      const call: TimedCall = {
        ...notStarted,
        giveUp: () => {
          if (++times === 2) resolve();
          else clock.start(call);
        },
      };
      clock.start(call);
    });
    expect(clock.size).to.equal(0);
  });
});
