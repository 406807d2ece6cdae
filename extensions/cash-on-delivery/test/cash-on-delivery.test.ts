import { expect } from 'chai';
import { elementWith, openPath } from '../../../test/support/browse.ts';
import { startGateway, type TestGateway } from '../../../test/support/start-gateway.ts';

describe('cash-on-delivery', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('is a way to pay on the checkout page', async () => {
    const { html } = await openPath(`${shop.url}/checkout`);
    expect(elementWith(html, 'label', 'class="CashOnDelivery')).to.contain('value="cash-on-delivery"');
  });

  context('when it is disabled', () => {
    it('leaves the checkout page without it', async () => {
      await using without = await startGateway({
        empty: true,
        config: (text) => text.replace(/(name: cash-on-delivery,.*enabled: )true/, '$1false'),
      });
      const { status, html } = await openPath(`${without.url}/checkout`);
      expect(status).to.equal(200);
      expect(html).to.contain('value="flat-rate"').and.not.to.contain('cash-on-delivery');
    });
  });
});
