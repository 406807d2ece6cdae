import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

/** Amounts of the shop, and those that Stripe counts: https://docs.stripe.com/currencies. */
for (const [currency, amount, asked] of [
  ['EUR', 1290, '1290'],
  ['JPY', 1290, '1290'],
  ['ISK', 1290, '129000'],
  ['UGX', 1290, '129000'],
  ['MGA', 129_000, '1290'],
  ['KWD', 12_900, '12900'],
] as const)
  describe(`card: amounts in ${currency}`, () => {
    let provider: Server;
    let shop: TestExtension;
    const requests: (readonly [path: string, fields: URLSearchParams])[] = [];
    before(async () => {
      provider = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://provider');
        let body = '';
        for await (const part of request) body += String(part);
        if (request.method === 'POST') requests.push([pathname, new URLSearchParams(body)]);
        const session = { id: 'cs_1', status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
        const answer = { ...session, amount_total: Number(asked), currency: currency.toLowerCase() };
        const refund = { id: 're_1', status: 'succeeded' };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(pathname === '/v1/refunds' ? refund : answer));
      }).listen(0, '127.0.0.1');
      await once(provider, 'listening');
      const sandbox = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
      shop = await openExtension('card', { currency, settings: { sandbox } });
    });
    after(async () => {
      await shop.close();
      provider.closeAllConnections();
      provider.close();
    });
    const ask = async (document: string) => {
      const { data, errors } = await shop.ask(document);
      expect(errors).to.equal(undefined);
      return data;
    };

    it('are asked for, looked up and paid back', async () => {
      const input = `{ order: "1", key: "k", amount: ${amount}, description: "Tea", returnUrl: "https://shop.example/" }`;
      await ask(`mutation { startPayment(method: "CardPayment", input: ${input}) { state } }`);
      expect(
        await ask('mutation { lookUpPayment(method: "CardPayment", reference: "cs_1") { state amount } }'),
      ).to.deep.equal({
        lookUpPayment: { state: 'CAPTURED', amount },
      });
      const back = `{ reference: "cs_1", key: "r", amount: ${amount}, again: false }`;
      await ask(`mutation { payBack(method: "CardPayment", input: ${back}) { reference refusal } }`);
      const [[, session] = [], [, refund] = []] = requests;
      expect(session?.get('line_items[0][price_data][unit_amount]')).to.equal(asked);
      expect(refund?.get('amount')).to.equal(asked);
    });

    const offered = async (sum: number) =>
      (await ask(`{ paymentMethods(country: "IE", amount: ${sum}) { code } }`))?.paymentMethods;

    it('are taken from 50 units of the provider on', async () => {
      const least = (50 * amount) / Number(asked);
      expect(await offered(Math.ceil(least))).to.deep.equal([{ code: 'card' }]);
      if (least > 1) expect(await offered(Math.ceil(least) - 1)).to.deep.equal([]);
    });

    it('are not taken where the provider has fewer decimals', async () => {
      const hasFewer = currency === 'MGA' || currency === 'KWD';
      expect(await offered(amount + 1)).to.deep.equal(hasFewer ? [] : [{ code: 'card' }]);
    });
  });
