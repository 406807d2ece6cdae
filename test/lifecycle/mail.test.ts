import { expect } from 'chai';
import { yieldToEventLoop } from '#base';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

async function untilCaught(shop: TestGateway, count: number): Promise<TestGateway['mails']> {
  while (shop.mails.length < count) await yieldToEventLoop();
  return shop.mails;
}

forEachPlacement('context.mail', (start) => {
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
    for (const body of [{ to: 'ann@example.com, bob@example.com' }, { to: 'ann@example.com', inside: true }])
      expect((await shop.rest('POST', '/thanks', { body })).status).to.equal(500);
    expect(shop.log.text()).to.include('"to\\" is not one address').and.to.include('context.mail');
  });
});
