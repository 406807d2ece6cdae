import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Said {
  readonly sku: string;
  readonly money: number | null;
}

describe('pricing: what the catalog sorts products by', () => {
  let shop: TestExtension;
  let said: readonly Said[] | undefined;
  let isAway = false;
  before(async () => {
    const indexPrices = (_root: unknown, { prices }: { prices: readonly Said[] }) => {
      if (isAway) throw new Error('away');
      said = prices;
      return true;
    };
    shop = await openExtension('pricing', { seed: false, mocks: { Mutation: { indexPrices } } });
    await shop.database.query(`
      insert into price_list (price_list_id, name, priority, valid_from, valid_until) overriding system value values
        (1, 'usual', 0, now() - interval '1 day', null), (2, 'sale', 5, now() - interval '1 day', now() + interval '1 day'),
        (3, 'next', 9, now() + interval '1 day', null)`);
    await shop.database.query(`
      insert into list_price (sku, price_list_id, amount)
      values ('cup', 1, 700), ('tea', 1, 950), ('tea', 2, 900), ('tea', 3, 1), ('tin', 3, 2)`);
  });
  after(() => shop.close());

  /** Undefined when the job asks for nothing. */
  async function pushed(): Promise<readonly Said[] | undefined> {
    said = undefined;
    await shop.runJob('pushPrices');
    return said;
  }

  it('is the price of the strongest list that holds now, said once', async () => {
    expect(await pushed()).to.deep.equal([
      { sku: 'cup', money: 700 },
      { sku: 'tea', money: 900 },
    ]);
    expect(await pushed()).to.equal(undefined);
  });

  it('is said again after a change, and null for what has no list price any more', async () => {
    await shop.database.query("update list_price set amount = 890 where sku = 'tea' and price_list_id = 2");
    await shop.database.query("delete from list_price where sku = 'cup'");
    expect(await pushed()).to.deep.equal([
      { sku: 'cup', money: null },
      { sku: 'tea', money: 890 },
    ]);
    expect(await pushed()).to.equal(undefined);
  });

  it('is said when a list ends, and when one begins', async () => {
    await shop.database.query(
      "update price_list set valid_until = now() - interval '1 second' where price_list_id = 2",
    );
    expect(await pushed()).to.deep.equal([{ sku: 'tea', money: 950 }]);
    await shop.database.query("update price_list set valid_from = now() - interval '1 second' where price_list_id = 3");
    expect(await pushed()).to.deep.equal([
      { sku: 'tea', money: 1 },
      { sku: 'tin', money: 2 },
    ]);
  });

  it('is said by the next run where the catalog did not take it', async () => {
    await shop.database.query("delete from list_price where sku = 'tin'");
    isAway = true;
    await shop.runJob('pushPrices').catch((error: unknown) => error);
    isAway = false;
    expect(await pushed()).to.deep.equal([{ sku: 'tin', money: null }]);
  });

  it('is said again after an hour without a change, since the catalog forgets it', async () => {
    await shop.database.query("update said_price set said_at = now() - interval '61 minutes'");
    expect(await pushed()).to.deep.equal([{ sku: 'tea', money: 1 }]);
    expect(await pushed()).to.equal(undefined);
  });

  it('is said in parts where lists have many prices', async () => {
    await shop.database.query(
      "insert into list_price (sku, price_list_id, amount) select 'many-' || n, 1, n from generate_series(1, 501) n",
    );
    expect(await pushed()).to.have.lengthOf(1);
    const [row] = await shop.database.query('select count(*)::integer as count from said_price');
    expect(row).to.deep.equal({ count: 502 });
  });
});
