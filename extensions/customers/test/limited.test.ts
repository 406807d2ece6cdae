import assert from 'node:assert/strict';
import { expect } from 'chai';
import { Limited } from '../src/limited.ts';

describe('customers: limited work', () => {
  const limited = () => new Limited({ running: 1, waiting: 1, refuse: () => new Error('no room') });

  it('runs as many at a time as it may, and the others in turn', async () => {
    const work = limited();
    const events: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = work.run(async () => {
      events.push('first begins');
      await promise;
      events.push('first ends');
    });
    const second = work.run(async () => void events.push('second'));
    resolve();
    await Promise.all([first, second]);
    expect(events).to.deep.equal(['first begins', 'first ends', 'second']);
  });

  it('refuses more than it has room for', async () => {
    const work = limited();
    const { promise, resolve } = Promise.withResolvers<void>();
    const accepted = [work.run(() => promise), work.run(() => promise)];
    await assert.rejects(
      work.run(() => promise),
      /no room/,
    );
    resolve();
    await Promise.all(accepted);
  });

  it('goes on after a task that fails', async () => {
    const work = limited();
    await assert.rejects(
      work.run(() => Promise.reject(new Error('broken'))),
      /broken/,
    );
    expect(await work.run(async () => 'done')).to.equal('done');
  });
});
