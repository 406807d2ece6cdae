import { expect } from 'chai';
import { forEachPlacement, startGateway, type TestGateway } from '../support/start-gateway.ts';

forEachPlacement('components in the items of a list', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'item-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const read = async (path: string): Promise<string> => {
    const response = await fetch(shop.url + path, { headers: { accept: 'text/html' } });
    return (await response.text()).replaceAll(/&quot;/g, '"').replaceAll('<!-- -->', '');
  };

  it('get the fields of their fragment for each item, in the order of the area, and one that throws is alone', async () => {
    const html = await read('/');
    expect(/<ul>.*<\/ul>/.exec(html)?.[0]).to.equal(
      '<ul><li>rope: <b>{"points":8}</b></li>' +
        '<li>lamp: <i>1</i><b>{"points":7}</b></li>' +
        '<li>bulb: <i>3</i><b>{"points":9}</b></li></ul>',
    );
    const holes = shop.log.events('component left out').map(({ extension, component }) => `${extension}.${component}`);
    expect(holes).to.include('marks.Fragile').and.to.include('marks.Plain');
    expect(html).to.not.contain('plain');
    expect(shop.log.text()).to.contain('write a fragment on the type of the items');
  });

  it('refuses an object that is not from the query, and leaves out only the component with the list', async () => {
    await read('/');
    expect(shop.log.text()).to.contain('has an object that is not from the component');
  });

  it('are nowhere on a page without such a list', async () => {
    const html = await read('/about');
    expect(html).to.contain('<p>about</p>').and.not.to.contain('points');
  });
});

describe('the stars on cards', () => {
  it('cost no statement of their extension on a list, and go with it', async () => {
    await using shop = await startGateway({ overrides: { port: 0, adminPort: 0, jobs: false } });
    const read = async (path: string) => (await fetch(shop.url + path, { headers: { accept: 'text/html' } })).text();
    await read('/');
    shop.takeQueries();
    const html = await read('/');
    expect(html.match(/out of 5 stars/g)?.length).to.be.above(20);
    expect(shop.takeQueries().filter(({ extension }) => extension === 'reviews')).to.deep.equal([]);
    expect(await read('/?search=vitmin')).to.contain('out of 5 stars');
    await using without = await startGateway({
      config: (text) => text.replace(/(name: reviews,.*enabled: )true/, '$1false'),
    });
    const plain = await (await fetch(`${without.url}/`)).text();
    expect(plain.match(/<h3/g)?.length).to.be.above(20);
    expect(plain).to.not.contain('stars');
  });
});
