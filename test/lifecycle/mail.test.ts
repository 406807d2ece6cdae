import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { yieldToEventLoop } from '#base';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

async function untilCaught(shop: TestGateway, count: number): Promise<TestGateway['mails']> {
  while (shop.mails.length < count) await yieldToEventLoop();
  return shop.mails;
}

forEachPlacementOfOne('context.mail', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'mail-shop', development: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('puts a mail into the queue, in the locale of the answer or in another one', async () => {
    expect((await shop.rest('POST', '/thanks', { body: { to: 'ann@example.com' } })).status).to.equal(200);
    expect((await shop.rest('POST', '/thanks', { body: { to: 'bob@example.com', locale: 'de' } })).status).to.equal(
      200,
    );
    const mails = (await untilCaught(shop, 2)).map(({ at: _at, ...mail }) => mail);
    const [name, extension] = ['thanks', 'letters'];
    expect(mails).to.have.deep.members([
      {
        ...{ name, extension, to: 'ann@example.com', subject: 'Thank you', text: 'Hello Ann' },
        html: '<!doctype html><html lang="en-IE"><head></head><body><p>Hello Ann</p></body></html>',
      },
      {
        ...{ name, extension, to: 'bob@example.com', subject: 'Danke', text: 'Hallo Ann' },
        html: '<!doctype html><html lang="de"><head></head><body><p>Hallo Ann</p></body></html>',
      },
    ]);
  });

  it('refuses what is not one address, and a transaction', async () => {
    for (const body of [{ to: 'ann@example.com, bob@example.com' }, { to: 'ann@example.com', within: 'context' }])
      expect((await shop.rest('POST', '/thanks', { body })).status).to.equal(500);
    expect(shop.log.text()).to.include('"to\\" is not one address').and.to.include('Call transaction.mail');
  });

  it('goes with a transaction, as transaction.mail', async () => {
    const before = shop.mails.length;
    const send = async (to: string, wish: Readonly<Record<string, string>> = {}) =>
      await shop.rest('POST', '/thanks', { body: { to, within: 'transaction', ...wish } });
    for (const [to, wish] of [
      ['undone@example.com', { after: 'undo' }],
      ['unknown@example.com', { mail: 'thank' }],
      ['throws@example.com', { name: '' }],
    ] as const)
      expect((await send(to, wish)).status, to).to.equal(500);
    expect(shop.log.text())
      .to.include('the extension letters has no mail \\"thank\\". Did you mean \\"thanks\\"?')
      .and.to.include('a letter greets a person');
    await send('goes-on@example.com', { name: '', after: 'go on' });
    const { body } = await send('kept@example.com', { locale: 'de' });
    expect(body).to.have.deep.property('data', ['goes-on@example.com', 'kept@example.com']);
    // The newest is first.
    const mails = (await untilCaught(shop, before + 1)).slice(0, -before || undefined);
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).to.deep.equal(['kept@example.com: Danke']);
  });
});

describe('a shop without a mail server', () => {
  it('prints at its start where the mails are', async () => {
    const file = await fixtureProject('mail-shop');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('port: 0', 'port: 0, admin: { port: 0 }'));
    const { url, drop } = await createDatabase();
    const stoa = startStoa(['start'], { file, environment: { DATABASE_URL: url } });
    try {
      const page = await stoa.waitFor(/mails +(http:\S+) \(kept there, not sent\)/);
      expect(await (await fetch(page)).text()).to.contain('This process sends none.');
    } finally {
      await stoa.stop();
      await drop();
    }
  });
});
