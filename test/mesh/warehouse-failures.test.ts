import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { needsMesh, type SourceAnswer } from '../support/mesh-shop.ts';
import type { TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type RunningWarehouse, startWarehouseStock } from '../support/warehouse-stock.ts';

const sku = 'VIT-C1000-90';

describe('a shop whose warehouse fails', () => {
  let running: RunningWarehouse;
  let shop: TestGateway;
  before(async function () {
    needsMesh.call(this);
    running = await startWarehouseStock();
    // Short, so that tests of a slow warehouse are not.
    shop = await running.startShop({}, 3_000);
  });
  after(async () => {
    await shop?.[Symbol.asyncDispose]();
    await running?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    running.mend();
    running.warehouse.reset({ [sku]: 10 });
  });

  /** Orders a piece by invoice. `send` is a click, and each click is about the same order. */
  async function checkout() {
    const cookie = await fillCart(shop.url, sku);
    const fields = await checkoutFields(shop.url, cookie, { paymentMethod: 'invoice' });
    return () => postForm(`${shop.url}/checkout`, fields, cookie);
  }

  async function expectWaiting(answer: Awaited<ReturnType<typeof postForm>>): Promise<void> {
    expect(answer.status).to.equal(303);
    expect((await openPath(`${shop.url}${answer.location}`)).html).to.include('Your order is being placed.');
    expect((await newest()).state).to.equal('PLACING');
  }

  async function newest(): Promise<{ readonly state: string; readonly number: string }> {
    const text = 'select state, number::text from orders order by placed_at desc limit 1';
    const [order] = await shop.database('orders').query<{ state: string; number: string }>(text);
    return order ?? expect.fail('no order');
  }

  const level = () => running.warehouse.allLevels()[0];
  const subjects = () => shop.mails.map(({ subject }) => subject);
  const failures: Readonly<Record<string, SourceAnswer>> = {
    'is down': (_request, response) => void response.destroy(),
    'does not answer in time': () => undefined,
    'answers an error': (_request, response) => {
      response.statusCode = 500;
      return { message: 'The warehouse has failed.' };
    },
    'answers with a state that there is not': ({ body }) => ({ ...Object(body), state: 'PERHAPS', missing: [] }),
    'answers about another order': () => ({ order: 'another', state: 'HELD', missing: [] }),
    'answers nothing': () => null,
  };

  for (const [what, answer] of Object.entries(failures))
    it(`and ${what}: the order waits, and is placed once when it is back`, async () => {
      const send = await checkout();
      running.relay.answer = answer;
      await expectWaiting(await send());
      expect(level()).to.include({ onHand: 10, reserved: 0 });
      running.mend();
      expect((await send()).status).to.equal(303);
      expect((await newest()).state).to.equal('CONFIRMED');
      expect(level()).to.include({ onHand: 9, reserved: 0 });
    });

  it('holds a piece once, when the answer is lost', async () => {
    const send = await checkout();
    const passOn = running.relay.answer;
    running.relay.answer = async (request, response) => {
      await passOn(request, response);
      response.destroy();
    };
    await expectWaiting(await send());
    expect(level()).to.include({ onHand: 10, reserved: 1 });
    running.mend();
    await send();
    expect(level()).to.include({ onHand: 9, reserved: 0 });
  });

  it('shows whole product pages, which say nothing of stock', async () => {
    running.relay.answer = failures['is down'] ?? expect.fail();
    const { status, html } = await openPath(`${shop.url}/products/1001`);
    expect(status).to.equal(200);
    expect(html)
      .to.include('Vitamin C')
      .and.not.match(/In stock|Only \d+ left|Sold out/);
    running.relay.answer = () => [{ sku, onHand: 1, reserved: 2 }];
    expect((await openPath(`${shop.url}/products/1001`)).html).not.to.match(/In stock|Only|Sold out/);
  });

  it('writes to the buyer when the piece is gone by the time that the warehouse is back', async () => {
    const send = await checkout();
    running.relay.answer = failures['is down'] ?? expect.fail();
    await expectWaiting(await send());
    running.warehouse.count(sku, 0);
    running.mend();
    const { status, html } = await send();
    expect([status, html]).to.deep.include(409);
    expect((await newest()).state).to.equal('REJECTED');
    const { number } = await newest();
    await waitUntil(async () => subjects().includes(`Your order ${number} could not be placed`));
  });

  it('says at once that a piece is gone, and writes no mail', async () => {
    const send = await checkout();
    running.warehouse.count(sku, 0);
    expect((await send()).status).to.equal(409);
    expect((await newest()).state).to.equal('REJECTED');
    const { number } = await newest();
    expect(subjects().filter((subject) => subject.includes(number))).to.deep.equal([]);
  });
});
