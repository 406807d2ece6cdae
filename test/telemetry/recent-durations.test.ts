import { expect } from 'chai';
import { RecentDurations } from '../../src/telemetry/recent-durations.ts';

describe('recent durations', () => {
  it('forget what is older than five minutes', () => {
    const durations = new RecentDurations();
    durations.add(1_000, 500);
    durations.add(170_000, 5);
    expect(durations.read(170_000)?.maxMs).to.be.within(470, 530);
    expect(durations.read(171_000)?.count).to.equal(2);
    expect(durations.read(321_000)).to.deep.include({ count: 1 });
    expect(durations.read(321_000)?.maxMs).to.be.within(4.7, 5.3);
    expect(durations.read(900_000)).to.equal(undefined);
  });

  it('count a duration of more than two minutes as two minutes', () => {
    const durations = new RecentDurations();
    durations.add(0, 1e9);
    expect(durations.read(0)?.maxMs).to.be.within(113_000, 127_000);
  });
});
