import { expect } from 'chai';
import { descendantsOf, startWalledShop, type WalledShop } from '../../support/walled-shop.ts';

describe('an extension in a process of its own', () => {
  let walled: WalledShop;
  before(async () => {
    walled = await startWalledShop();
  });
  after(() => walled[Symbol.asyncDispose]());

  it('answers REST, GraphQL and pages', async () => {
    expect((await walled.fault('none')).status).to.equal(200);
    const page = await (await fetch(`${walled.shop.url}/`)).text();
    expect(page).to.include('The Castle').and.to.include('the mill turns');
    expect((await walled.shop.graphql('{ books mill(fault: "none") }')).data).to.deep.equal({
      books: ['The Castle'],
      mill: 'none',
    });
  });

  for (const name of ['throw', 'reject', 'exit', 'abort'])
    it(`that fails (${name}) gets a 500, and null with an error that names it, and lives on`, async () => {
      const before = walled.pids('mill').length;
      expect((await walled.fault(name)).status).to.equal(500);
      const { data, errors } = await walled.shop.graphql(`{ books mill(fault: "${name}") }`);
      expect(data).to.deep.equal({ books: ['The Castle'], mill: null });
      expect(errors?.[0]?.extensions).to.include({ extension: 'mill' });
      expect((await walled.fault('none')).status).to.equal(200);
      expect(walled.pids('mill')).to.have.lengthOf(before);
    });

  it('that throws later answers, and the log has its error', async () => {
    expect((await walled.fault('laterThrow')).status).to.equal(200);
    while (!walled.shop.log.text().includes('the mill falls down')) await walled.fault('none');
    const [event] = walled.shop.log.events('uncaught exception');
    expect(event).to.include({ extension: 'mill' });
    expect((await walled.fault('none')).status).to.equal(200);
  });

  it('has what it writes in the log, under its name, and not without end', async () => {
    expect((await walled.fault('words')).status).to.equal(200);
    await walled.untilMillTurns();
    const lines = walled.shop.log.events('extension output');
    expect(lines[0]).to.include({ extension: 'mill', line: 'line 0' });
    expect(lines.length).to.be.below(2_500);
  });

  for (const [name, reason] of [
    ['loop', /did not answer/],
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
      while (walled.shop.log.events('extension process ended').length === ended)
        expect(await walled.shelfAnswers()).to.equal(true);
      const [last] = walled.shop.log.events('extension process ended').slice(-1);
      expect(last).to.include({ extension: 'mill' });
      expect(String(last?.reason)).to.match(reason);
      expect(await walled.untilMillTurns()).to.be.below(20_000);
      expect(await walled.shelfAnswers()).to.equal(true);
    });

  it('that hangs keeps no call waiting when it has ended, and its circuit stays closed', async () => {
    const ended = walled.shop.log.events('extension process ended').length;
    const waiting = [walled.fault('loop')];
    while (walled.shop.log.events('extension process ended').length === ended) {
      // More calls than it has connections, so that some wait for one.
      waiting.push(walled.fault('none'));
      expect((await walled.shop.rest('GET', '/shelf')).status).to.equal(200);
    }
    const endedAt = performance.now();
    for (const { status } of await Promise.all(waiting)) expect([200, 503, 504]).to.include(status);
    // Half of a request's time: none of them waited for its time-out.
    expect(performance.now() - endedAt).to.be.below(5_000);
    await walled.untilMillTurns();
    expect((await walled.fault('none')).status).to.equal(200);
  });

  it('that is killed is null with an error meanwhile, and back at once; its circuit is closed', async () => {
    const [pid = 0] = walled.pids('mill').slice(-1);
    process.kill(pid, 'SIGKILL');
    for (;;) {
      const { data, errors } = await walled.shop.graphql<{ mill: string | null }>('{ books mill(fault: "none") }');
      expect(data).to.have.deep.property('books', ['The Castle']);
      if (data?.mill === 'none') break;
      expect(errors?.[0]?.extensions).to.include({ extension: 'mill' });
      expect((await fetch(`${walled.shop.url}/`)).status).to.equal(200);
    }
    expect(walled.shop.gateway.extensions.values().every(({ calls }) => calls.report.state === 'closed')).to.equal(
      true,
    );
  });

  it('that talks nonsense is back when it has ended, and not only when its circuit is tried again', async () => {
    const mill = walled.shop.gateway.extensions.entries().find(([id]) => id === 'mill')?.[1];
    const circuit = () => mill?.calls.report;
    const opened = circuit()?.opened ?? 0;
    await walled.fault('nonsense');
    const began = performance.now();
    const turn = () => walled.shop.graphql<{ mill: string | null }>('{ books mill(fault: "none") }');
    while (circuit()?.opened === opened) {
      const { data, errors } = await turn();
      expect(data).to.deep.equal({ books: ['The Castle'], mill: null });
      expect(errors?.[0]?.extensions).to.include({ extension: 'mill' });
    }
    while ((await turn()).data?.mill !== 'none') expect(await walled.shelfAnswers()).to.equal(true);
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
    while (walled.pids('mill').length < 3) await walled.fault('none');
    expect(await walled.untilMillTurns()).to.be.below(5_000);
  });
});
