import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('supplement: on the product page', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('supplement');
  });
  after(() => shop.close());

  async function factsOf(productId: string): Promise<string> {
    return elementWith((await shop.page(`/products/${productId}`)).html, 'section', 'supplement-facts');
  }

  it('says what is on the label', async () => {
    const facts = await factsOf('1001');
    expect(facts).to.contain('<dt>Ingredients</dt><dd>L-ascorbic acid');
    expect(facts).to.contain('<li>Normal function of the immune system</li>');
  });

  it('is not there for a product that is no supplement', async () => {
    expect(await factsOf('1067')).to.equal('');
  });

  it('leaves out what the label does not say, and everything when it says nothing', async () => {
    await shop.database.query(
      "insert into supplement (product_id, dosage, benefits) values ('1067', 'None.', array[null])",
    );
    expect((await factsOf('1067')).match(/<dt>/g)).to.deep.equal(['<dt>']);
    await shop.database.query("update supplement set dosage = null where product_id = '1067'");
    expect(await factsOf('1067')).to.equal('');
  });
});
