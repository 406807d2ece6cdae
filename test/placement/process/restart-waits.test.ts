import { expect } from 'chai';
import { RestartWaits } from '../../../src/placement/process/restart-waits.ts';

describe('the wait before a process of an extension is started again', () => {
  const waits = (readyMs: number | undefined, everyMs: number, count = 13) => {
    const restarts = new RestartWaits();
    return Array.from({ length: count }, (_, index) => restarts.next(readyMs, index * everyMs));
  };

  it('is none after one that has served, unless it happens again and again', () => {
    expect(waits(5_000, 30_000, 4)).to.deep.equal([0, 0, 0, 0]);
    expect(waits(3_000, 3_500)).to.deep.equal([0, 0, 0, 0, 0, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
  });

  it('is none again after a minute of rest', () => {
    const restarts = new RestartWaits();
    for (let end = 0; end < 10; end++) restarts.next(3_000, end * 3_000);
    expect(restarts.next(61_000, 100_000)).to.equal(0);
  });

  it('grows after one that ended at once, and longest where none is ready', () => {
    expect(waits(100, 30_000, 6)).to.deep.equal([50, 100, 200, 400, 400, 400]);
    expect(waits(undefined, 30_000, 10)).to.deep.equal([50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  });
});
