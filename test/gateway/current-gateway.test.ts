import { expect } from 'chai';
import { CurrentGateway } from '../../src/gateway/current-gateway.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql-gateway.ts';

interface Counted {
  readonly gateway: Gateway;
  readonly disposals: () => number;
}

describe('the current gateway', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql();
  });
  after(() => server.close());

  const numbered = (generation: number, dispose: Gateway['dispose'] = async () => undefined): Counted => {
    let disposals = 0;
    const counted = async () => {
      disposals++;
      await dispose();
    };
    return { gateway: { ...server.gateway, generation, dispose: counted }, disposals: () => disposals };
  };

  it('gives new requests the next gateway, and leaves those under way on theirs', async () => {
    const [first, second] = [numbered(1), numbered(2)];
    const current = new CurrentGateway(first.gateway);
    const before = current.lease();
    const replaced = current.replace(second.gateway, { drainMs: 60_000 });
    const after = current.lease();
    expect([before.gateway.generation, after.gateway.generation, current.gateway.generation]).to.deep.equal([1, 2, 2]);
    expect(first.disposals()).to.equal(0);
    before.release();
    await replaced;
    expect([first.disposals(), second.disposals()]).to.deep.equal([1, 0]);
  });

  it('disposes one without requests at once', async () => {
    const first = numbered(1);
    const current = new CurrentGateway(first.gateway);
    current.lease().release();
    await current.replace(numbered(2).gateway, { drainMs: 60_000 });
    expect(first.disposals()).to.equal(1);
  });

  it('keeps one whose requests have all ended, as long as it is current', () => {
    const first = numbered(1);
    const current = new CurrentGateway(first.gateway);
    current.lease().release();
    expect(first.disposals()).to.equal(0);
  });

  it('waits for the last of several requests', async () => {
    const first = numbered(1);
    const current = new CurrentGateway(first.gateway);
    const leases = [current.lease(), current.lease()];
    const replaced = current.replace(numbered(2).gateway, { drainMs: 60_000 });
    leases[0]?.release();
    expect([first.disposals(), current.draining.get(1)]).to.deep.equal([0, 1]);
    leases[1]?.release();
    await replaced;
    expect([first.disposals(), current.draining.size]).to.deep.equal([1, 0]);
  });

  context('when its time is over', () => {
    it('says that its requests are overdue, and disposes it', async () => {
      const first = numbered(1);
      const current = new CurrentGateway(first.gateway);
      const overdue: number[] = [];
      current.follow({ overdue: ({ generation }) => void overdue.push(generation) });
      const lease = current.lease();
      await current.replace(numbered(2).gateway, { drainMs: 1 });
      expect([overdue, first.disposals()]).to.deep.equal([[1], 1]);
      lease.release();
      expect(first.disposals()).to.equal(1);
    });
  });

  it('drains several at once', async () => {
    const [first, second] = [numbered(1), numbered(2)];
    const current = new CurrentGateway(first.gateway);
    const [one, two] = [
      current.lease(),
      (() => {
        void current.replace(second.gateway, { drainMs: 60_000 });
        return current.lease();
      })(),
    ];
    const replaced = current.replace(numbered(3).gateway, { drainMs: 60_000 });
    expect([...current.draining.keys()]).to.deep.equal([1, 2]);
    two.release();
    await replaced;
    expect([first.disposals(), second.disposals()]).to.deep.equal([0, 1]);
    one.release();
    expect(first.disposals()).to.equal(1);
  });

  it('logs an extension that fails at its end, and goes on', async () => {
    const first = numbered(1, async () => {
      throw new Error('does not end');
    });
    const current = new CurrentGateway(first.gateway);
    await current.replace(numbered(2).gateway, { drainMs: 60_000 });
    expect(server.log.events('gateway not disposed')).to.have.length(1);
  });

  it('disposes all of them at the end of the process', async () => {
    const [first, second] = [numbered(1), numbered(2)];
    const current = new CurrentGateway(first.gateway);
    current.lease();
    void current.replace(second.gateway, { drainMs: 1 });
    await current.dispose();
    expect([first.disposals(), second.disposals()]).to.deep.equal([1, 1]);
  });
});
