import { once } from 'node:events';
import { expect } from 'chai';
import { OpenCalls } from '../../../src/placement/served/open-calls.ts';

describe('the open calls of an extension that stops', () => {
  it('are none at once when nothing runs', async () => {
    await new OpenCalls().drain(60_000);
  });

  it('are waited for, and a task that ends in time keeps its signal', async () => {
    const calls = new OpenCalls();
    const { promise, resolve } = Promise.withResolvers<void>();
    const task = new AbortController();
    const running = calls.run(() => calls.runTask({ giveUp: (reason) => task.abort(reason) }, promise));
    const drained = calls.drain(60_000);
    expect(calls.count).to.equal(1);
    resolve();
    await Promise.all([running, drained]);
    expect([calls.count, task.signal.aborted]).to.deep.equal([0, false]);
  });

  it('are tasks whose signals are aborted when the time is over, and which are waited for then', async () => {
    const calls = new OpenCalls();
    const task = new AbortController();
    let hasEnded = false;
    const work = once(task.signal, 'abort').then(() => {
      hasEnded = true;
    });
    const running = calls.run(() => calls.runTask({ giveUp: (reason) => task.abort(reason) }, work));
    await calls.drain(1);
    expect(task.signal.reason).to.include({ code: 'UNAVAILABLE', message: 'The extension is stopping.' });
    expect(hasEnded).to.equal(true);
    await running;
  });

  it('do not hold up a stop when they ignore their signal', async () => {
    const calls = new OpenCalls();
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = calls.run(() => calls.runTask({ giveUp: () => undefined }, promise));
    await calls.drain(1);
    expect(calls.count).to.equal(1);
    resolve();
    await running;
  });
});
