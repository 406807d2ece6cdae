import { expect } from 'chai';
import { waitUntil } from '../../support/wait-until.ts';
import { startWalledShop, type WalledShop } from '../../support/walled-shop.ts';

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
    await waitUntil(() => walled.shop.log.text().includes('the mill falls down'));
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

  it('that does not end fails alone, and is back by itself', async () => {
    const failing = walled.fault('loop');
    // While it fails.
    expect(await walled.shelfAnswers()).to.equal(true);
    expect([500, 503, 504]).to.include((await failing).status);
    await waitUntil(async () => {
      expect(await walled.shelfAnswers()).to.equal(true);
      return walled.shop.log.events('extension process ended').length > 0;
    });
    const [ended] = walled.shop.log.events('extension process ended');
    expect(ended).to.include({ extension: 'mill' });
    expect(String(ended?.reason)).to.match(/did not answer/);
    await walled.untilMillTurns();
    expect(await walled.shelfAnswers()).to.equal(true);
  });

  it('that is killed is null with an error meanwhile, and back at once; its circuit is closed', async () => {
    const [pid = 0] = walled.pids('mill').slice(-1);
    process.kill(pid, 'SIGKILL');
    await waitUntil(async () => {
      const { data, errors } = await walled.shop.graphql<{ mill: string | null }>('{ books mill(fault: "none") }');
      expect(data).to.have.deep.property('books', ['The Castle']);
      if (data?.mill === 'none') return true;
      expect(errors?.[0]?.extensions).to.include({ extension: 'mill' });
      expect((await fetch(`${walled.shop.url}/`)).status).to.equal(200);
      return false;
    });
    expect(walled.shop.gateway.extensions.values().every(({ calls }) => calls.report.state === 'closed')).to.equal(
      true,
    );
  });
});
