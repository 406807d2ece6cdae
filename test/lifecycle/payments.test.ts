import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Payment {
  readonly state: string;
  readonly captured: number;
  readonly refunded: number;
  readonly address: string | null;
}
interface Answer {
  readonly data?: Record<string, Payment & { readonly reason: string | null }> | null;
  readonly errors?: readonly { readonly message: string }[];
}

const fields = '{ state captured refunded address }';
const apiKey = { 'x-payment-key': 'sk_test_sandbox' };

describe('payments by card, at the sandbox', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({
      fixture: 'payment-shop',
      config: (text) => text.replaceAll('REPOSITORY', process.cwd()),
      overrides: { port: await freePort(), adminPort: 0 },
    });
  });
  after(() => shop[Symbol.asyncDispose]());

  async function ask(document: string): Promise<Answer> {
    return (await shop.rest<Answer>('POST', '/ask', { body: { document } })).body;
  }
  async function asked(field: string, document: string) {
    const { data, errors } = await ask(document);
    const answer = data?.[field];
    if (answer == null) throw new Error(`${field}: ${errors?.[0]?.message}`);
    return answer;
  }
  const open = (order: string, method = 'CardPayment', amount = 1000) =>
    asked(
      'openPayment',
      `mutation { openPayment(input: { order: "${order}", method: "${method}", amount: ${amount}, description: "Order", returnUrl: "${shop.url}/" }) ${fields} }`,
    );
  const close = (order: string) => asked('closePayment', `mutation { closePayment(order: "${order}") ${fields} }`);
  const refund = (order: string, key: string, amount: number | null) =>
    asked(
      'refundPayment',
      `mutation { refundPayment(order: "${order}", key: "${key}", amount: ${amount}) { state amount reason } }`,
    );
  const paymentOf = (order: string) => asked('paymentOf', `{ paymentOf(order: "${order}") ${fields} }`);
  const sessionOf = (address: string | null) => new URL(address ?? '').pathname.split('/').at(-1) ?? '';

  function decide(address: string | null, decision: 'pay' | 'decline') {
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
    const body = new URLSearchParams({ decision });
    return fetch(`${address}/decision`, { method: 'POST', redirect: 'manual', headers, body });
  }
  /** A webhook that the provider has signed. */
  async function tell(
    event: string,
    order: string,
    reference: string,
    paymentStatus: 'paid' | 'unpaid',
    { amount = 1000, metadata = {} }: { readonly amount?: number; readonly metadata?: object } = {},
  ) {
    const status = paymentStatus === 'paid' ? 'complete' : 'expired';
    const session = {
      id: reference,
      status,
      payment_status: paymentStatus,
      amount_total: amount,
      client_reference_id: order,
      metadata,
    };
    const body = JSON.stringify({ id: event, data: { object: session } });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'whsec_sandbox').update(`${time}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
    return (await fetch(`${shop.url}/card/webhook`, { method: 'POST', headers, body })).status;
  }
  /** The payment once it is captured: at the latest when the webhook or the sweep has come. */
  async function captured(order: string): Promise<Payment> {
    await waitUntil(async () => (await paymentOf(order)).state === 'CAPTURED');
    return await paymentOf(order);
  }
  async function paid(order: string): Promise<string> {
    const { address } = await open(order);
    expect((await decide(address, 'pay')).status).to.equal(303);
    await captured(order);
    return sessionOf(address);
  }

  async function intentOf(session: string): Promise<string> {
    const { body } = await shop.rest<{ payment_intent: string }>(
      'GET',
      `/payment-sandbox/v1/checkout/sessions/${session}`,
      { headers: apiKey },
    );
    return body.payment_intent;
  }

  it('opens a payment once for each order, and takes the money that a webhook tells of', async () => {
    const [first, second] = await Promise.all([open('pay'), open('pay')]);
    expect(first).to.deep.equal(second);
    const page = await fetch(first.address ?? '', { headers: { accept: 'text/html' } });
    expect(await page.text()).to.contain('€10.00');
    expect((await decide(first.address, 'decline')).status).to.equal(402);
    expect((await decide(first.address, 'pay')).status).to.equal(303);
    expect(await captured('pay')).to.deep.include({ captured: 1000, address: null });
    expect(await close('pay')).to.include({ state: 'CAPTURED' });
  });

  it('counts a webhook once, in any order: what is closed may be paid, and what is paid stays so', async () => {
    const reference = sessionOf((await open('late')).address);
    expect(await tell('evt_a', 'late', reference, 'unpaid')).to.equal(200);
    expect(await paymentOf('late')).to.include({ state: 'CLOSED' });
    expect(await tell('evt_b', 'late', reference, 'paid')).to.equal(200);
    expect(await tell('evt_b', 'late', reference, 'paid')).to.equal(200);
    expect(await tell('evt_c', 'late', reference, 'unpaid')).to.equal(200);
    expect(await paymentOf('late')).to.include({ state: 'CAPTURED', captured: 1000 });
  });

  it('takes no webhook for a payment of which a part is paid, and the one of the whole', async () => {
    const reference = sessionOf((await open('part')).address);
    expect(await tell('evt_part', 'part', reference, 'paid', { amount: 999 })).to.equal(503);
    expect(await paymentOf('part')).to.include({ state: 'OPEN', captured: 0 });
    expect(await tell('evt_whole', 'part', reference, 'paid')).to.equal(200);
    expect(await paymentOf('part')).to.include({ state: 'CAPTURED', captured: 1000 });
  });

  it('asks for a webhook again that it cannot place', async () => {
    expect(await tell('evt_d', 'no-such-order', 'cs_test_1', 'paid')).to.equal(503);
    await open('other');
    expect(await tell('evt_e', 'other', 'cs_test_of_another', 'paid')).to.equal(503);
  });

  it('passes over a webhook about the session of another shop, which has the same account', async () => {
    const reference = sessionOf((await open('shops')).address);
    const { body } = await shop.rest<{ metadata: object }>(
      'GET',
      `/payment-sandbox/v1/checkout/sessions/${reference}`,
      { headers: apiKey },
    );
    expect(body.metadata).to.deep.equal({ shop: shop.url });
    const other = { metadata: { shop: 'https://other.example' } };
    expect(await tell('evt_f', 'order-of-another', 'cs_test_2', 'paid', other)).to.equal(200);
    expect(await tell('evt_g', 'shops', reference, 'paid', other)).to.equal(200);
    expect(await paymentOf('shops')).to.include({ state: 'OPEN' });
    expect(await tell('evt_h', 'shops', reference, 'paid', body)).to.equal(200);
    expect(await paymentOf('shops')).to.include({ state: 'CAPTURED' });
  });

  it('closes at the provider first, and cannot be opened afterwards', async () => {
    const { address } = await open('close');
    expect(await close('close')).to.include({ state: 'CLOSED' });
    await decide(address, 'pay');
    expect(await open('close')).to.include({ state: 'CLOSED', captured: 0 });
    expect(await close('never-opened')).to.include({ state: 'CLOSED' });
    expect(await open('never-opened')).to.include({ state: 'CLOSED' });
  });

  it('is closed at once when the provider refuses it for good, and is not offered below its least amount', async () => {
    for (const [order, amount] of [
      ['too-much', 100_000_000],
      ['too-little', 49],
    ] as const)
      expect(await open(order, 'CardPayment', amount), order).to.include({ state: 'CLOSED', address: null });
    const [{ reason } = {}] = shop.log.events('the provider refuses a payment');
    expect(reason).to.contain('unit_amount');
    expect(await open('least', 'CardPayment', 50)).to.include({ state: 'OPEN' });
  });

  it('pays back no more than was paid, however many ask at once', async () => {
    await paid('refund');
    const both = await Promise.all([
      refund('refund', 'a', 700),
      refund('refund', 'b', 700),
      refund('refund', 'a', 700),
    ]);
    const states = both.map(({ state }) => state);
    expect(states).to.have.members(states[0] === 'DONE' ? ['DONE', 'REFUSED', 'DONE'] : ['REFUSED', 'DONE', 'REFUSED']);
    expect(await refund('refund', 'c', 300)).to.include({ state: 'DONE' });
    expect(await refund('refund', 'c', 200)).to.include({ state: 'DONE', amount: 300 });
    expect(await refund('refund', 'd', 1)).to.include({ state: 'REFUSED', reason: null });
    expect(await paymentOf('refund')).to.include({ refunded: 1000 });
    const asked = (await shop.records('payments')).filter(({ subject }) => subject === 'order:refund');
    expect(asked.map(({ action, to }) => [action, Object(to).key])).to.have.deep.members(
      ['a', 'b', 'c', 'd'].map((key) => ['refund.asked', key]),
    );
  });

  it('pays back all that is left, once, also while a part is under way', async () => {
    await paid('rest');
    await refund('rest', 'a', 300);
    await shop.database('payments').query("update refund set state = 'PENDING' where order_id = 'rest'");
    const rest = { state: 'DONE', amount: 700, reason: null };
    expect(await Promise.all([refund('rest', 'order', null), refund('rest', 'order', null)])).to.deep.equal([
      rest,
      rest,
    ]);
    expect(await refund('rest', 'b', null)).to.deep.equal({ ...rest, amount: 0 });
    expect(await refund('rest', 'c', 1)).to.include({ state: 'REFUSED' });
  });

  it('finds a refund that the provider has, after it has forgotten the key', async () => {
    const reference = await paid('again');
    await refund('again', 'a', 400);
    await shop.database('payment-sandbox').query('delete from answered_key');
    await shop.database('payments').query("update refund set state = 'PENDING' where order_id = 'again'");
    expect(await refund('again', 'a', 400)).to.include({ state: 'DONE' });
    const refunds = await shop.rest<{ data: unknown[] }>(
      'GET',
      `/payment-sandbox/v1/refunds?payment_intent=${await intentOf(reference)}`,
      { headers: apiKey },
    );
    expect(refunds.body.data).to.have.length(1);
  });

  it('takes note of money that went back at the dashboard of the provider, once nothing is left of it', async () => {
    const intent = await intentOf(await paid('dashboard'));
    const refundThere = (amount: string) =>
      fetch(`${shop.url}/payment-sandbox/v1/refunds`, {
        method: 'POST',
        headers: apiKey,
        body: new URLSearchParams({ payment_intent: intent, amount }),
      });
    await refundThere('400');
    const refused = await refund('dashboard', 'order', null);
    expect([refused.state, refused.reason]).to.deep.equal([
      'REFUSED',
      'The refund is greater than what is left of the payment.',
    ]);
    await refundThere('600');
    expect(await refund('dashboard', 'again', null)).to.deep.include({ state: 'DONE', reason: null });
    expect(await paymentOf('dashboard')).to.include({ refunded: 1000 });
  });

  it('has a method that is one folder, which is paid later, and closes what no extension offers', async () => {
    expect(await open('later', 'TransferPayment')).to.include({ state: 'LATER', address: null });
    expect(await open('dear', 'TransferPayment', 6000)).to.include({ state: 'CLOSED' });
    expect(await open('unknown', 'CoinPayment')).to.include({ state: 'CLOSED' });
    const { data } = await shop.graphql<object>('{ paymentMethods(country: "IE", amount: 1000) { code } }');
    expect(data).to.deep.equal({ paymentMethods: [{ code: 'card' }, { code: 'transfer' }] });
  });

  for (const [what, headers, expected] of [
    ['a wrong signature', { 'stripe-signature': 't=1,v1=00' }, 400],
    ['none', {}, 400],
  ] as const)
    it(`refuses a webhook with ${what}`, async () => {
      const { status } = await fetch(`${shop.url}/card/webhook`, { method: 'POST', headers, body: '{}' });
      expect(status).to.equal(expected);
    });

  it('has a sandbox that refuses a wrong key, and another request with a known Idempotency-Key', async () => {
    const send = (amount: number, headers: Record<string, string>) => {
      const item = 'line_items[0][price_data]';
      const body = new URLSearchParams({
        mode: 'payment',
        success_url: 'http://shop/',
        [`${item}[unit_amount]`]: String(amount),
      });
      return fetch(`${shop.url}/payment-sandbox/v1/checkout/sessions`, { method: 'POST', headers, body });
    };
    expect((await send(100, { 'x-payment-key': 'sk_test_wrong' })).status).to.equal(401);
    const twice = { ...apiKey, 'idempotency-key': 'twice' };
    const [first, second] = await Promise.all([send(100, twice), send(100, twice)]);
    expect(await first.json()).to.deep.equal(await second.json());
    expect((await send(200, twice)).status).to.equal(400);
    expect((await send(0, apiKey)).status).to.equal(400);
  });
});
