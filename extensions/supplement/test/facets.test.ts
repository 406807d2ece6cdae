import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Said {
  readonly facet: {
    readonly code: string;
    readonly values: readonly {
      readonly code: string;
      readonly labels: readonly { readonly locale: string; readonly text: string }[];
    }[];
  };
  readonly products: readonly { readonly productId: string; readonly values: readonly string[] }[];
}

describe('supplement: facets', () => {
  let shop: TestExtension;
  let said: Said[] = [];
  /** How many facets the catalog takes before it refuses them. */
  let most = Number.POSITIVE_INFINITY;
  before(async () => {
    const indexFacet = (_root: unknown, facet: Said) => {
      if (said.length >= most) throw new Error('the catalog is away');
      said.push(facet);
      return true;
    };
    shop = await openExtension('supplement', { locales: ['en-IE', 'de', 'ar'], mocks: { Mutation: { indexFacet } } });
  });
  after(() => shop.close());

  /** What a run of the job says of a product, and what it calls a benefit: the last word counts. */
  const push = async () => {
    said = [];
    await shop.runJob('pushFacets');
    return {
      valuesOf: (id: string) =>
        said
          .flatMap(({ facet, products }) => products.map((product) => ({ ...product, facet: facet.code })))
          .filter(({ productId }) => productId === id)
          .map(({ facet, values }) => [facet, values]),
      nameOf: (benefit: string) =>
        said
          .flatMap(({ facet }) => facet.values)
          .filter(({ code }) => code === benefit)
          .at(-1)?.labels,
    };
  };

  const saidOf = () => [...new Set(said.flatMap(({ products }) => products.map(({ productId }) => productId)))];

  it('are told to the catalog, then of changed labels alone, and of all of them every half hour', async () => {
    await push();
    expect(saidOf()).to.have.lengthOf(64);
    shop.queries();
    await push();
    expect([said, shop.queries().filter((text) => text.includes('supplement_translation'))]).to.deep.equal([[], []]);
    for (const text of [
      "update supplement set form = 'powder' where product_id = '1001'",
      "update supplement_translation set storage = 'Kühl' where product_id = '1001' and locale = 'de'",
      "delete from supplement_translation where product_id = '1001' and locale = 'de'",
      "insert into supplement_translation (product_id, locale, storage) values ('1001', 'de', 'Warm')",
    ]) {
      await shop.database.query(text);
      await push();
      expect(saidOf(), text).to.deep.equal(['1001']);
    }
    await shop.database.query("update facet_push set pushed_at = now() - interval '31 minutes'");
    await push();
    expect(saidOf()).to.have.lengthOf(64);
  });

  it('are told of a change that is committed after a run', async () => {
    await push();
    await shop.database.transaction(async (transaction) => {
      await transaction.query("update supplement set form = 'powder' where product_id = '1002'");
      await push();
      expect(said).to.deep.equal([]);
    });
    await push();
    expect(saidOf()).to.deep.equal(['1002']);
  });

  it('are none of a product whose label is gone, which is said once', async () => {
    await shop.database.query("insert into supplement (product_id, form, benefits) values ('8001', 'tea', '{Calm}')");
    const there = [
      ['form', ['tea']],
      ['benefit', ['calm']],
    ];
    const none = [
      ['form', []],
      ['benefit', []],
    ];
    expect((await push()).valuesOf('8001')).to.deep.equal(there);
    await shop.database.query("delete from supplement where product_id = '8001'");
    expect((await push()).valuesOf('8001')).to.deep.equal(none);
    await shop.database.query('update facet_push set pushed_at = null');
    expect((await push()).valuesOf('8001')).to.deep.equal([]);
    // One that has a label again keeps the values of that.
    await shop.database.query("insert into supplement (product_id, form, benefits) values ('8001', 'tea', '{Calm}')");
    await shop.database.query("delete from supplement where product_id = '8001'");
    await shop.database.query("insert into supplement (product_id, form, benefits) values ('8001', 'tea', '{Calm}')");
    expect((await push()).valuesOf('8001').slice(-2)).to.deep.equal(there);
  });

  it('have the words of all labels, whatever a later one leaves out', async () => {
    await shop.database.query(`insert into supplement (product_id, benefits)
      select (9000 + n)::text, '{Agility,Focus}' from generate_series(1, 600) n`);
    await shop.database.query(`insert into supplement_translation (product_id, locale, benefits) values
      ('9001', 'de', '{Beweglichkeit,Alt}'), ('9002', 'ar', '{NULL,تركيز}'), ('9600', 'de', '{NULL,Konzentration}')`);
    const { nameOf } = await push();
    expect(nameOf('agility')).to.deep.equal([
      { locale: 'en-IE', text: 'Agility' },
      { locale: 'de', text: 'Beweglichkeit' },
    ]);
    expect(nameOf('focus')).to.have.deep.members([
      { locale: 'en-IE', text: 'Focus' },
      { locale: 'de', text: 'Konzentration' },
      { locale: 'ar', text: 'تركيز' },
    ]);
  });

  it('go on where a run has failed', async () => {
    await push();
    await shop.database.query('update facet_push set pushed_at = null');
    most = 2;
    await push().catch(() => undefined);
    most = Number.POSITIVE_INFINITY;
    const first = saidOf();
    expect(first).to.have.lengthOf(500);
    await push();
    expect(saidOf().filter((id) => first.includes(id))).to.deep.equal([]);
    const labels = await shop.database.query('select from supplement');
    expect([...first, ...saidOf()]).to.have.lengthOf(labels.length);
  });
});
