import { expect } from 'chai';
import { openPath } from '../support/browse.ts';
import { fillCart } from '../support/buyers.ts';
import { describeSelling } from '../support/describe-selling.ts';
import { startGateway } from '../support/start-gateway.ts';

describe('a shop that sells', () =>
  describeSelling(startGateway, (shop) => {
    for (const [what, sku, quantity, says] of [
      ['what is sold out', 'VIT-BIO5-90', '1', 'Sold out'],
      ['of what there is too little', 'VIT-B12-100', '9', 'Only 3 left'],
    ] as const)
      it(`says in the cart ${what}`, async () => {
        const { html } = await openPath(`${shop().url}/cart`, await fillCart(shop().url, sku, quantity));
        expect(html).to.contain(says);
      });

    it('says nothing of the stock where there is enough', async () => {
      const { html } = await openPath(`${shop().url}/cart`, await fillCart(shop().url, 'VIT-B12-100', '2'));
      expect(html).to.contain('B12').and.to.not.contain('left');
    });
  }));
