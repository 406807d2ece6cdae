import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { lowestPrice, type PriceHistory, priorPrice } from '../src/prior-price.ts';

const day = 24 * 3600 * 1000;

/** Times are days before now. */
interface Past {
  readonly base?: number;
  readonly past?: readonly (readonly [money: number, until: number])[];
  readonly held: readonly (readonly [money: number, from: number, until?: number])[];
  readonly sold?: number;
}

function historyOf({ base = 1000, past = [], held, sold = Infinity }: Past): PriceHistory {
  return {
    now: 0,
    soldSince: -sold * day,
    baseMoney: base,
    past: past.map(([money, until]) => ({ money, until: -until * day })),
    held: held.map(([money, from, until]) => ({
      ...{ money, from: -from * day },
      until: until === undefined ? Infinity : -until * day,
    })),
  };
}

describe('the price before a reduction', () => {
  for (const [what, past, prior] of [
    ['is the base price', { held: [[800, 5]] }, 1000],
    ['is a lower base price of the 30 days before', { past: [[900, 20]], held: [[800, 5]] }, 900],
    ['is no base price of earlier days', { past: [[900, 36]], held: [[800, 5]] }, 1000],
    ['is one that ended in the 30 days', { past: [[900, 34]], held: [[800, 5]] }, 900],
    ['is the base price of then, not of now', { past: [[900, 3]], held: [[800, 5]] }, 900],
    ['counts from the beginning of a long reduction', { past: [[900, 110]], held: [[800, 100]] }, 900],
    // prettier-ignore
    [
      'is that of another list, which has ended before',
      {
        held: [
          [800, 5],
          [700, 20, 10],
        ],
      },
      700,
    ],
    // prettier-ignore
    [
      'is that of the list that it follows without a gap',
      {
        held: [
          [800, 5],
          [850, 20, 5],
        ],
      },
      850,
    ],
    // prettier-ignore
    [
      'is no weaker list, which did not count',
      {
        held: [
          [900, 20, 10],
          [700, 20, 10],
          [800, 5],
        ],
      },
      900,
    ],
    // prettier-ignore
    [
      'is the base price, where one list follows another with the same price',
      {
        held: [
          [800, 5],
          [800, 20, 5],
        ],
      },
      1000,
    ],
    ['is a lower one than now, where the price was raised just before', { past: [[700, 6]], held: [[800, 5]] }, 700],
    ['is none where there was no other', { past: [[800, 3]], held: [[800, 5]] }, undefined],
    ['is none where the list has reduced it since its first day', { sold: 5, held: [[800, 5]] }, undefined],
    ['is none where the list began before its first day', { sold: 5, held: [[800, 40]] }, undefined],
    ['is the base price of the days before, where it is new', { sold: 5, held: [[800, 2]] }, 1000],
    ['is the lowest one since its first day, where it is new', { sold: 5, past: [[900, 4]], held: [[800, 2]] }, 900],
    // prettier-ignore
    [
      'is no price of a list that ended before its first day',
      {
        sold: 5,
        held: [
          [800, 2],
          [700, 20, 10],
        ],
      },
      1000,
    ],
    [
      'has no price of lists that have not begun',
      {
        held: [
          [100, -1],
          [800, 5],
        ],
      },
      1000,
    ],
  ] as const)
    it(what, () => {
      expect(priorPrice(historyOf(past))).to.equal(prior);
    });
});

describe('the lowest price of the last 30 days', () => {
  for (const [what, past, lowest] of [
    ['is that of now', { held: [[800, 5]] }, 800],
    ['is one of the days before', { past: [[700, 10]], held: [] }, 700],
    ['is none of earlier days', { past: [[700, 31]], held: [[800, 20, 10]] }, 800],
    ['is none of what is not sold yet', { sold: -1, held: [] }, undefined],
  ] as const)
    it(what, () => {
      expect(lowestPrice(historyOf(past))).to.equal(lowest);
    });
});

describe('pricing: what reduced goods have cost before', () => {
  const variants: Readonly<Record<string, object>> = {
    tea: { sku: 'tea', baseMoney: 1000 },
    cup: { sku: 'cup', baseMoney: 800 },
  };
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  let pastBase: readonly object[] = [];
  let asked: (readonly string[])[] = [];
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('pricing', {
      seed: false,
      mocks: {
        Variant: { __resolveReference: ({ sku }: { sku: string }) => variants[sku] ?? null },
        Query: {
          product: (_root: unknown, { id }: { id: string }) => ({ productId: id, ...variants.tea }),
          variant: (_root: unknown, { sku }: { sku: string }) => variants[sku] ?? null,
          pastBaseMoney: (_root: unknown, { skus }: { skus: readonly string[] }) => {
            asked.push(skus);
            return pastBase;
          },
        },
      },
    });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from price_list');
    await shop.database.query('delete from past_list_price');
    [pastBase, asked] = [[], []];
  });

  /** A list that has been as it is since it began. */
  async function addList(name: string, from: number, until: number | null, amount: number): Promise<string> {
    const [row] = await shop.database.query<{ id: string }>(
      `insert into price_list (name, valid_from, valid_until, since)
        values ($1, now() - make_interval(days => $2::integer), now() - make_interval(days => $3::integer), '-infinity')
        returning price_list_id::text as id`,
      [name, from, until],
    );
    const id = row?.id ?? '';
    await shop.database.query(
      "insert into list_price (sku, price_list_id, amount, since) values ('tea', $1::bigint, $2, '-infinity')",
      [id, amount],
    );
    return id;
  }
  const pricesText =
    '{ product(id: "1") { money priorMoney } tea: variant(sku: "tea") { priorMoney } cup: variant(sku: "cup") { money priorMoney } }';
  const prior = async () => {
    const { data, errors } = await shop.graphql<{ product: { priorMoney: number | null } }>(pricesText);
    expect(errors).to.equal(undefined);
    return data?.product.priorMoney;
  };

  it('is nothing without a reduction, and costs no statement and no question', async () => {
    await addList('dear', 5, null, 1200);
    shop.queries();
    expect((await shop.graphql(pricesText)).data).to.deep.equal({
      product: { money: 1200, priorMoney: null },
      tea: { priorMoney: null },
      cup: { money: 800, priorMoney: null },
    });
    expect(shop.queries().filter((text) => text.includes('past_list_price'))).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
  });

  it('is known of product and variant by one statement and one question, of what is reduced alone', async () => {
    await addList('sale', 5, null, 800);
    pastBase = [{ sku: 'tea', money: 950, until: ago(10) }];
    shop.queries();
    expect((await shop.graphql(pricesText)).data).to.deep.equal({
      product: { money: 800, priorMoney: 950 },
      tea: { priorMoney: 950 },
      cup: { money: 800, priorMoney: null },
    });
    expect(shop.queries().filter((text) => text.includes('past_list_price'))).to.have.lengthOf(1);
    expect(asked).to.deep.equal([['tea']]);
  });

  it('is nothing where the list has reduced the product since its first day', async () => {
    await addList('sale', 5, null, 800);
    pastBase = [{ sku: 'tea', money: null, until: ago(3) }];
    expect(await prior()).to.equal(null);
    expect((await shop.page('/products/1')).html).to.not.contain('Lowest price');
    pastBase = [{ sku: 'tea', money: null, until: ago(9) }];
    expect(await prior()).to.equal(1000);
    expect((await shop.page('/products/1')).html).to.contain('Lowest price of the last 30 days: €10.00');
  });

  it('is that of a list before, and of no list whose price is above', async () => {
    await addList('before', 30, 20, 700);
    await addList('sale', 5, null, 800);
    expect(await prior()).to.equal(700);
  });

  it('is the price of the same list before it was changed', async () => {
    const id = await addList('sale', 5, null, 800);
    await shop.database.query('update list_price set amount = 750 where price_list_id = $1::bigint', [id]);
    expect(await prior()).to.equal(800);
    await shop.database.query('update list_price set amount = 900 where price_list_id = $1::bigint', [id]);
    expect(await prior()).to.equal(750);
  });

  it('stays where a running list gets another end, name or priority', async () => {
    const id = await addList('sale', 5, null, 800);
    await shop.database.query(
      "update price_list set name = 'sales', priority = 3, valid_until = now() + interval '1 day' where price_list_id = $1::bigint",
      [id],
    );
    expect(await prior()).to.equal(1000);
  });

  for (const [what, text] of [
    ['the list is deleted', 'delete from price_list where price_list_id = $1::bigint'],
    ['it is taken out of the list', 'delete from list_price where price_list_id = $1::bigint'],
    [
      'the list is ended with an end in the past',
      "update price_list set valid_until = now() - interval '15 days' where price_list_id = $1::bigint",
    ],
  ] as const)
    it(`still knows the price of a list when ${what}`, async () => {
      const id = await addList('before', 20, null, 700);
      await shop.database.query(text, [id]);
      await addList('sale', 0, null, 800);
      expect(await prior()).to.equal(700);
    });

  it('forgets prices of more than 400 days when the list is changed', async () => {
    const id = await addList('sale', 500, null, 800);
    await shop.database.query(`
      insert into past_list_price (sku, amount, price_list_id, priority, valid_from, held_from, held_until)
      values ('tea', 1, 1, 0, now(), now() - interval '410 days', now() - interval '401 days'),
        ('tea', 2, 1, 0, now(), now() - interval '400 days', now() - interval '399 days')`);
    await shop.database.query('update list_price set amount = 750 where price_list_id = $1::bigint', [id]);
    const rows = await shop.database.query('select amount from past_list_price order by amount');
    expect(rows).to.deep.equal([{ amount: 2 }, { amount: 800 }]);
  });

  it('is forgotten with a product that is deleted, but for the product that gets its SKU later', async () => {
    const id = await addList('sale', 5, null, 800);
    await shop.database.query('update list_price set amount = 750');
    await shop.database.query("insert into list_price (sku, price_list_id, amount) values ('cup', $1::bigint, 500)", [
      id,
    ]);
    await shop.database.query("update list_price set since = now() + interval '1 day' where sku = 'cup'");
    await shop.publish('product.deleted', { productId: '1', skus: ['tea', 'cup'] });
    expect(await shop.database.query('select sku from list_price')).to.deep.equal([{ sku: 'cup' }]);
    expect(await shop.database.query('select sku from past_list_price')).to.deep.equal([]);
  });

  it('is forgotten with a variant that is removed', async () => {
    await addList('sale', 5, null, 800);
    await shop.database.query('update list_price set amount = 750');
    await shop.publish('variant.removed', { productId: '1', sku: 'tea' });
    expect(await shop.database.query('select sku from list_price')).to.deep.equal([]);
    expect(await shop.database.query('select sku from past_list_price')).to.deep.equal([]);
  });
});
