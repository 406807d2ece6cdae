import { expect } from 'chai';
import type { Circuit } from '#telemetry';
import { Breaker } from '../../src/placement/breaker.ts';

/** A breaker, and all its changes of state. */
function breakerWith({ failures, resetMs }: { readonly failures: number; readonly resetMs: number }) {
  const changes: Circuit['state'][] = [];
  const breaker = new Breaker({ failures, resetMs, onChange: (state) => changes.push(state) });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time++) breaker.failed();
  };
  const probe = () => {
    const admitted = breaker.admit();
    if (typeof admitted === 'string') throw new Error(`no probe, but "${admitted}"`);
    return admitted;
  };
  return { breaker, changes, fail, probe };
}

describe('the breaker of an extension', () => {
  it('opens after so many failures in a row, and reports it once', () => {
    const { breaker, changes, fail } = breakerWith({ failures: 3, resetMs: 60_000 });
    fail(2);
    expect([breaker.admit(), changes]).to.deep.equal(['yes', []]);
    fail(5);
    expect([breaker.admit(), changes]).to.deep.equal(['no', ['open']]);
  });

  it('closes before its time when the cause has ended, and counts anew', () => {
    const { breaker, changes, fail } = breakerWith({ failures: 3, resetMs: 60_000 });
    fail(3);
    breaker.close();
    breaker.close();
    expect([breaker.admit(), changes]).to.deep.equal(['yes', ['open', 'closed']]);
    fail(2);
    expect(breaker.state).to.equal('closed');
    fail(1);
    expect(breaker.state).to.equal('open');
  });

  it('begins to count anew with a success', () => {
    const { breaker, fail, probe } = breakerWith({ failures: 3, resetMs: 0 });
    fail(3);
    probe().succeeded();
    for (let round = 0; round < 5; round++) {
      fail(2);
      breaker.succeeded();
    }
    expect(breaker.state).to.equal('closed');
    fail(3);
    expect(breaker.state).to.equal('open');
  });

  it('never opens when it is switched off', () => {
    const { breaker, fail } = breakerWith({ failures: 0, resetMs: 60_000 });
    fail(100);
    expect([breaker.state, breaker.admit()]).to.deep.equal(['closed', 'yes']);
  });

  it('stays open until its time is over, whatever calls that began before it report', async () => {
    const { breaker, changes, fail } = breakerWith({ failures: 1, resetMs: 20 });
    const opened = performance.now();
    fail(1);
    breaker.succeeded();
    fail(1);
    for (;;) {
      const before = performance.now();
      const admitted = breaker.admit();
      if (admitted !== 'no') break;
      expect(before - opened).to.be.below(5_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(performance.now() - opened).to.be.at.least(20);
    expect(changes).to.deep.equal(['open', 'half-open']);
  });

  context('when its time is over', () => {
    it('admits one call, and no other meanwhile', () => {
      const { breaker, fail, probe } = breakerWith({ failures: 1, resetMs: 0 });
      fail(1);
      probe();
      expect([breaker.state, breaker.admit()]).to.deep.equal(['half-open', 'no']);
    });

    it('closes when a call succeeds', () => {
      const { breaker, changes, fail, probe } = breakerWith({ failures: 1, resetMs: 0 });
      fail(1);
      probe();
      breaker.succeeded();
      expect([breaker.admit(), changes]).to.deep.equal(['yes', ['open', 'half-open', 'closed']]);
    });

    it('opens again when a call fails, even below the number that opens it first', () => {
      const { breaker, changes, fail, probe } = breakerWith({ failures: 3, resetMs: 0 });
      fail(3);
      probe();
      breaker.failed();
      expect(changes).to.deep.equal(['open', 'half-open', 'open']);
    });

    it('counts a probe once, whatever its owner reports later', () => {
      const { breaker, fail, probe } = breakerWith({ failures: 1, resetMs: 0 });
      fail(1);
      const first = probe();
      first.failed();
      first.succeeded();
      expect(breaker.state).to.equal('open');
      probe();
      first.succeeded();
      first.failed();
      expect(breaker.state).to.equal('half-open');
    });
  });
});
