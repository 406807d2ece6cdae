import { expect } from 'chai';
import { Breaker, type BreakerState } from '../../src/placement/breaker.ts';

/** A breaker, and a way to wait for its next change. */
function breakerWith({ failures, resetMs }: { readonly failures: number; readonly resetMs: number }) {
  const changes: BreakerState[] = [];
  let told: PromiseWithResolvers<BreakerState> = Promise.withResolvers();
  const breaker = new Breaker({
    failures,
    resetMs,
    onChange: (state) => {
      changes.push(state);
      told.resolve(state);
      told = Promise.withResolvers();
    },
  });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time++) breaker.failed();
  };
  /** Tries until the rest is over. */
  const trial = async () => {
    for (;;) {
      const admitted = breaker.admit();
      if (typeof admitted === 'object') return admitted;
      await turn();
    }
  };
  return { breaker, changes, fail, trial, change: () => told.promise };
}

/** What it is told counts after a few microtasks. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the breaker of an extension', () => {
  it('opens after so many failures in a row, and says so once', async () => {
    const { breaker, changes, fail, change } = breakerWith({ failures: 3, resetMs: 60_000 });
    const opened = change();
    fail(5);
    expect(await opened).to.equal('open');
    fail(5);
    expect(breaker.admit()).to.equal('no');
    expect(changes).to.deep.equal(['open']);
  });

  it('closes before its time when the cause has ended, and counts anew', async () => {
    const { breaker, changes, fail, change } = breakerWith({ failures: 3, resetMs: 60_000 });
    const opened = change();
    fail(3);
    await opened;
    breaker.close();
    breaker.close();
    expect([breaker.admit(), changes]).to.deep.equal(['yes', ['open', 'closed']]);
    fail(2);
    await turn();
    expect(breaker.state).to.equal('closed');
    const again = change();
    fail(1);
    expect(await again).to.equal('open');
  });

  it('begins to count anew with a success', async () => {
    const { breaker, fail, change, trial } = breakerWith({ failures: 3, resetMs: 5 });
    const opened = change();
    fail(3);
    await opened;
    (await trial()).succeeded();
    for (let round = 0; round < 5; round++) {
      await turn();
      fail(2);
      await turn();
      breaker.succeeded();
    }
    expect(breaker.state).to.equal('closed');
    fail(3);
    await turn();
    expect(breaker.state).to.equal('open');
  });

  it('never opens when it is switched off', async () => {
    const { breaker, fail } = breakerWith({ failures: 0, resetMs: 60_000 });
    fail(100);
    await turn();
    expect([breaker.state, breaker.admit()]).to.deep.equal(['closed', 'yes']);
  });

  context('when it has rested', () => {
    it('tries one call, and no other meanwhile', async () => {
      const { breaker, fail, change, trial } = breakerWith({ failures: 1, resetMs: 5 });
      const opened = change();
      fail(1);
      await opened;
      await trial();
      expect([breaker.state, breaker.admit()]).to.deep.equal(['half-open', 'no']);
    });

    it('closes when that one succeeds', async () => {
      const { breaker, changes, fail, change, trial } = breakerWith({ failures: 1, resetMs: 5 });
      const opened = change();
      fail(1);
      await opened;
      await trial();
      const closed = change();
      breaker.succeeded();
      expect(await closed).to.equal('closed');
      expect([breaker.admit(), changes]).to.deep.equal(['yes', ['open', 'half-open', 'closed']]);
    });

    it('rests again when that one fails', async () => {
      const { breaker, changes, fail, change, trial } = breakerWith({ failures: 1, resetMs: 5 });
      const opened = change();
      fail(1);
      await opened;
      await trial();
      const again = change();
      breaker.failed();
      expect(await again).to.equal('open');
      expect(changes).to.deep.equal(['open', 'half-open', 'open']);
    });

    it('counts a trial once, whatever its owner says later', async () => {
      const { breaker, fail, change, trial } = breakerWith({ failures: 1, resetMs: 60 });
      const opened = change();
      fail(1);
      await opened;
      const first = await trial();
      const again = change();
      breaker.failed();
      await again;
      first.succeeded();
      await turn();
      expect(breaker.state).to.equal('open');
    });
  });
});
