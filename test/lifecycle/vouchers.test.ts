import { expect } from 'chai';
import { openPath } from '../support/browse.ts';
import { fillCart } from '../support/buyers.ts';
import { checkout, describeVouchers, sku } from '../support/describe-vouchers.ts';
import { startGateway } from '../support/start-gateway.ts';

describe('a shop with vouchers', () => describeVouchers(startGateway));

describe('a shop without vouchers', () => {
  it('takes orders, too', async () => {
    await using shop = await startGateway({
      config: (text) => text.replace(/(name: pricing,.*enabled: )true/, '$1false'),
    });
    const cookie = await fillCart(shop.url, sku);
    const { send } = await checkout(shop, cookie);
    expect((await send()).location).to.include('/orders/');
    expect((await openPath(`${shop.url}/cart`, cookie)).html).not.to.include('voucher');
    expect(shop.log.text()).not.to.include('"level":50');
  });
});
