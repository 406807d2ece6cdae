import { expect } from 'chai';
import { RingBuffer, stepMs } from '../../src/telemetry/ring-buffer.ts';

describe('RingBuffer', () => {
  it('gives counts, errors, mean and longest of each step that is over', () => {
    const ring = new RingBuffer();
    ring.add(0, 10);
    ring.add(stepMs - 1, 30);
    ring.fail(1);
    ring.add(stepMs, 5);
    const [first, second, ...rest] = ring.read(2 * stepMs);
    expect(first).to.include({ count: 2, errors: 1, meanMs: 20, maxMs: 30 });
    expect(second).to.include({ count: 1, errors: 0, meanMs: 5, maxMs: 5 });
    expect(rest).to.deep.equal([]);
  });

  it('leaves the step that is not over out', () => {
    const ring = new RingBuffer();
    ring.add(stepMs, 5);
    expect(ring.read(stepMs + 1).map(({ count }) => count)).to.deep.equal([0]);
  });

  it('has zeros where nothing was counted', () => {
    const ring = new RingBuffer();
    ring.add(0, 1);
    ring.add(3 * stepMs, 1);
    expect(ring.read(4 * stepMs).map(({ count }) => count)).to.deep.equal([1, 0, 0, 1]);
  });

  it('forgets what is older than five minutes, and shows none of it as new', () => {
    const ring = new RingBuffer();
    for (let step = 0; step < 150; step++) ring.add(step * stepMs, 1);
    const later = ring.read(260 * stepMs);
    expect(later).to.have.length(149);
    expect(later.reduce((sum, { count }) => sum + count, 0)).to.equal(150 - 111);
  });

  it('says when a step began', () => {
    const [first] = new RingBuffer().read(stepMs);
    expect(first?.at).to.equal(Math.round(performance.timeOrigin));
  });
});
