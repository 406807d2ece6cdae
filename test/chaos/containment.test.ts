import { expect } from 'chai';
import { waitUntil } from '../support/wait-until.ts';
import { descendantsOf, startWalledShop, type WalledShop } from '../support/walled-shop.ts';

describe('an extension that takes its process with it', () => {
  let walled: WalledShop;
  before(async () => {
    walled = await startWalledShop();
  });
  after(() => walled[Symbol.asyncDispose]());

  for (const [name, reason] of [
    ['sleep', /did not answer/],
    // Its promises fill the memory before the gateway ends it.
    ['microtasks', /.*/],
    ['heap', /.*/],
    ['buffers', /.*/],
  ] as const)
    it(`that does not end (${name}) fails alone, and is back by itself`, async () => {
      const ended = walled.shop.log.events('extension process ended').length;
      const failing = walled.fault(name);
      // While it fails.
      expect(await walled.shelfAnswers()).to.equal(true);
      expect([500, 503, 504]).to.include((await failing).status);
      await waitUntil(async () => {
        expect(await walled.shelfAnswers()).to.equal(true);
        return walled.shop.log.events('extension process ended').length > ended;
      });
      const [last] = walled.shop.log.events('extension process ended').slice(-1);
      expect(last).to.include({ extension: 'mill' });
      expect(String(last?.reason)).to.match(reason);
      await walled.untilMillTurns();
      expect(await walled.shelfAnswers()).to.equal(true);
    });

  it('that hangs keeps no call waiting when it has ended, and its circuit stays closed', async () => {
    const ended = walled.shop.log.events('extension process ended').length;
    const waiting = [walled.fault('loop')];
    while (walled.shop.log.events('extension process ended').length === ended) {
      // More calls than it has connections, so that some wait for one.
      if (waiting.length < 100) waiting.push(walled.fault('none'));
      expect((await walled.shop.rest('GET', '/shelf')).status).to.equal(200);
    }
    const endedAt = performance.now();
    for (const { status } of await Promise.all(waiting)) expect([200, 503, 504]).to.include(status);
    // Half of a request's time: none of them waited for its time-out.
    expect(performance.now() - endedAt).to.be.below(5_000);
    await walled.untilMillTurns();
    expect((await walled.fault('none')).status).to.equal(200);
  });

  it('that talks nonsense is back when it has ended, and not only when its circuit is tried again', async () => {
    const mill = walled.shop.gateway.extensions.entries().find(([id]) => id === 'mill')?.[1];
    const circuit = () => mill?.calls.report;
    const opened = circuit()?.opened ?? 0;
    await walled.fault('nonsense');
    const began = performance.now();
    const turn = () => walled.shop.graphql<{ mill: string | null }>('{ books mill(fault: "none") }');
    // At once: the nonsense ends after a while.
    for (const { data, errors } of await Promise.all(Array.from({ length: 5 }, turn))) {
      expect(data).to.deep.equal({ books: ['The Castle'], mill: null });
      expect(errors?.[0]?.extensions).to.include({ extension: 'mill' });
    }
    expect(circuit()?.opened).to.equal(opened + 1);
    await waitUntil(async () => {
      expect(await walled.shelfAnswers()).to.equal(true);
      return (await turn()).data?.mill === 'none';
    });
    // An open circuit is tried again after 10 s.
    expect(performance.now() - began).to.be.below(9_000);
    expect(circuit()?.state).to.equal('closed');
  });

  it('keeps no process when the gateway closes', async () => {
    const other = await startWalledShop();
    const pids = ['shelf', 'mill', 'prowler'].flatMap((name) => other.pids(name));
    expect(pids).to.have.lengthOf(3);
    await other[Symbol.asyncDispose]();
    expect((await descendantsOf(process.pid)).filter((pid) => pids.includes(pid))).to.deep.equal([]);
  });
});

describe('several processes of one extension', () => {
  it('share the calls, and one that is killed is replaced', async () => {
    await using walled = await startWalledShop({
      config: (text) => text.replace('memoryMb: 256', 'memoryMb: 256, size: 2'),
    });
    const seen = new Set<unknown>();
    for (let call = 0; call < 20; call++) seen.add(JSON.stringify((await walled.fault('none')).body));
    const pids = walled.pids('mill');
    expect(pids).to.have.lengthOf(2);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await waitUntil(() => walled.pids('mill').length === 3);
    await walled.untilMillTurns();
  });
});
