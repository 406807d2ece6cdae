import { expect } from 'chai';
import { startGateway, type TestGateway } from '../../src/testing-api.ts';
import { fixtureProject, shopConfig } from '../support/test-project.ts';

describe('stoa/testing with wire: true', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ file: await fixtureProject('wire-shop'), wire: true });
  });
  after(() => shop.close());

  /** What a request has shown that was not known before it. */
  async function shownBy(query: string) {
    const before = shop.wireFindings.length;
    const answer = await shop.graphql(query);
    return { answer, findings: shop.wireFindings.slice(before) };
  }

  it('answers what reads plain properties, and finds nothing', async () => {
    const { answer, findings } = await shownBy('{ goods { id weight since lot stars } }');
    expect(answer.errors).to.equal(undefined);
    expect(findings).to.deep.equal([]);
  });

  it('finds a resolver that reads a hidden property of its object, and answers it none the less', async () => {
    const { answer, findings } = await shownBy('{ goods { price } }');
    expect(answer.data).to.deep.equal({ goods: [{ price: 12 }, { price: 12 }] });
    expect(findings.map(({ code, extension, place, severity }) => [code, extension, place, severity])).to.deep.equal([
      ['WIRE_PARENT', 'goods', 'Good.price', 'warning'],
    ]);
    expect(findings[0]?.what).to.include('the property Symbol(price), which JSON leaves out');
    expect(findings[0]?.file).to.match(/Good\.resolvers\.ts$/);
  });

  it('finds resolvers that call methods of their objects’ classes', async () => {
    const { findings } = await shownBy('{ goods { label size { width area } } }');
    expect(findings.map(({ place }) => place).toSorted()).to.deep.equal(['Good.label', 'Size.area']);
    const [first] = findings.filter(({ place }) => place === 'Size.area');
    expect(first?.what).to.include('a Box with area');
  });

  it('finds a field that answers a date, and gives others the text that they would get', async () => {
    const { answer, findings } = await shownBy('{ goods { made age } }');
    expect(answer.data).to.deep.equal({
      goods: ['1', '2'].map(() => ({ made: '1970-01-01T00:00:00.000Z', age: null })),
    });
    expect(findings.map(({ code, place }) => [code, place])).to.deep.equal([['WIRE_ANSWER', 'Good.made']]);
    expect(findings[0]?.what).to.include('a Date, of which JSON makes text');
    expect(findings[0]?.file).to.match(/Good\.graphql$/);
  });

  it('finds variables of context.query that JSON does not keep', async () => {
    const { answer, findings } = await shownBy('{ starred(id: "1") }');
    expect(answer.data).to.deep.equal({ starred: 0 });
    expect(findings.map(({ code, place }) => [code, place])).to.deep.equal([['WIRE_VARIABLES', 'Query.starred']]);
    expect(findings[0]?.what).to.include('filter.kinds is a Set');
  });

  it('finds a resolver that reads what another fetch has put into the context', async () => {
    expect((await shownBy('{ goods { visits } }')).findings).to.deep.equal([]);
    const { answer, findings } = await shownBy('{ goods { visits neighbour { visits } } }');
    expect(answer.data).to.deep.equal({
      goods: [
        { visits: 1, neighbour: { visits: 1 } },
        { visits: 2, neighbour: { visits: 2 } },
      ],
    });
    expect(findings.map(({ code, place }) => [code, place])).to.deep.equal([['WIRE_CONTEXT', 'Good.visits']]);
  });

  it('says each place once', async () => {
    expect((await shownBy('{ goods { price label made } }')).findings).to.deep.equal([]);
  });
});

describe('the demonstration extensions, with wire: true', () => {
  it('answer as ever, and keep to what a wire keeps', async () => {
    await using shop = await startGateway({ file: await shopConfig(), wire: true });
    const query = `{
      products(first: 3) { totalCount nodes { sku name url image reviews { id rating createdAt product { name } } } }
      reviews(first: 5) { totalCount nodes { author product { name } } }
    }`;
    const { data, errors } = await shop.graphql(query);
    expect(errors).to.equal(undefined);
    expect(data).to.have.nested.property('products.nodes[0].name');
    expect((await shop.page('/')).status).to.equal(200);
    expect(shop.wireFindings).to.deep.equal([]);
  });
});
