import { expect } from 'chai';
import { startGateway } from '../support/start-gateway.ts';

const german = 'shop: { name: Kontor, locale: de-at, currency: CHF, country: CH, timeZone: Europe/Zurich }';

describe('shop in gateway.yaml', () => {
  it('is what pages and resolvers know of the shop', async () => {
    await using shop = await startGateway({ config: (text) => text.replace(/^shop: .*$/m, german) });
    const html = await (await fetch(`${shop.url}/products/1001`)).text();
    expect(html).to.match(/^<!DOCTYPE html><html lang="de-AT" dir="ltr">/);
    expect(html).to.contain('<title>Vitamin C 1000 mg – Kontor</title>');
    expect(html).to.contain(new Intl.NumberFormat('de-AT', { style: 'currency', currency: 'CHF' }).format(12.9));
    // Neither logo nor tagline of the demonstration.
    const footer = /<footer>.*<\/footer>/.exec(html)?.[0] ?? '';
    expect(footer).to.include('<p>Kontor</p>').and.not.include('Stoa');
    expect(/<header>.*<\/header>/.exec(html)?.[0]).to.not.match(/<svg|<img/);
    // In German, "Flaschen" is a form of "Flasche".
    await shop
      .database('catalog')
      .query("insert into product (name, price_cents, sku) values ('Große Flasche', 1, 'X')");
    const { data } = await shop.graphql('{ products(search: "flaschen große") { nodes { name } } }');
    expect(data).to.deep.equal({ products: { nodes: [{ name: 'Große Flasche' }] } });
  });

  it('has no stems in a language that PostgreSQL does not know, and still finds words', async () => {
    await using shop = await startGateway({
      config: (text) => text.replace('locale: en-IE, locales: [en-IE', 'locale: ja-JP, locales: [ja-JP'),
    });
    const { data } = await shop.graphql<{ products: { totalCount: number } }>(
      '{ products(search: "vitamin") { totalCount } }',
    );
    expect(data?.products.totalCount).to.be.above(5);
  });
});
