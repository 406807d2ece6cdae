import { expect } from 'chai';
import { createDatabase } from '../support/shared-server.ts';
import { forEachPlacementOfOne, startGateway, type TestGateway } from '../support/start-gateway.ts';

const text = 'mutation ($values: SettingValues!) { changeSettings(values: $values) }';

async function change(shop: TestGateway, values: object) {
  const token = await shop.token(['stoa:settings'], 'mira');
  return await shop.graphql<{ changeSettings: unknown }>(text, { values }, token);
}

const pageOf = async (shop: TestGateway): Promise<Response> => await fetch(shop.url);

const sheetIn = (html: string): string => /href="(\/assets\/colours-[^"]+)"/.exec(html)?.[1] ?? '';

forEachPlacementOfOne('facts about the shop', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'settings-shop' });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('change in titles, components, JSON-LD and resolvers, and go back', async () => {
    const before = await pageOf(shop);
    const old = await before.text();
    expect(old).to.include('<title>Stoa</title>').and.include('<p>Stoa: </p>').and.not.include('colours-');
    expect(await change(shop, { name: 'Kontor', tagline: 'Tee & Kaffee' })).to.deep.equal({
      data: { changeSettings: { name: 'Kontor', tagline: 'Tee & Kaffee' } },
    });
    const now = await fetch(shop.url, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect(now.status).to.equal(200);
    const html = await now.text();
    expect(html).to.include('<title>Kontor</title>').and.include('<p>Kontor: Tee &amp; Kaffee</p>');
    expect(html).to.include('{"@context":"https://schema.org","@type":"Organization","name":"Kontor"}');
    expect(html).to.include('property="og:site_name" content="Kontor"').and.not.include('Stoa');
    expect(await shop.graphql('{ shopName }')).to.deep.equal({ data: { shopName: 'Kontor' } });
    expect(await change(shop, { name: null, tagline: null })).to.deep.equal({
      data: { changeSettings: { name: 'Stoa' } },
    });
    expect(await (await pageOf(shop)).text()).to.equal(old);
    expect(await shop.graphql('{ shopName }')).to.deep.equal({ data: { shopName: 'Stoa' } });
  });

  it('have colours as a stylesheet whose address changes with them, and older addresses show those of now', async () => {
    await change(shop, { colours: { line: '#aa0000', ground: { light: '#fefefe', dark: '#010101' } } });
    const first = sheetIn(await (await pageOf(shop)).text());
    const sheet = await fetch(shop.url + first);
    expect(sheet.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(sheet.headers.get('cache-control')).to.include('immutable');
    expect(await sheet.text()).to.equal(
      ':root{--colour-line:#aa0000;--colour-ground:#fefefe}' +
        '@media screen and (prefers-color-scheme:dark){:root{--colour-ground:#010101}}',
    );
    await change(shop, { colours: { line: '#00aa00' } });
    const second = sheetIn(await (await pageOf(shop)).text());
    expect(second).to.not.equal(first);
    const older = await fetch(shop.url + first);
    expect(older.headers.get('cache-control')).to.equal('no-cache');
    expect(await older.text()).to.equal(':root{--colour-line:#00aa00}');
    await change(shop, { colours: null });
    expect(await (await pageOf(shop)).text()).to.not.include('colours-');
    expect(await (await fetch(shop.url + second)).text()).to.equal('');
  });

  for (const [situation, values, fields] of [
    ['is no colour', { colours: { line: 'red' } }, { colours: '"colours.line" is not a colour, such as #2c5a4c' }],
    [
      'would leave the stylesheet',
      { colours: { 'a:b}': '#aa0000' } },
      { colours: '"a:b}" is not a name: lower-case letters, digits and dashes' },
    ],
    [
      'is no path of the shop',
      { logo: '//elsewhere.example/logo.svg', name: 'Kontor' },
      { logo: '"logo" is not a path of the shop, such as /assets/catalog/logo.svg' },
    ],
    ['is no address', { email: 'mira' }, { email: '"email" is not a valid email' }],
    [
      'cannot be read on light screens',
      { colours: { accent: { light: '#ffdd00', dark: '#ffdd00' } } },
      { colours: 'On light screens, "accent" has a contrast of 1.3:1 to "ground". Text needs 4.5:1.' },
    ],
    [
      'cannot be read on dark screens, where one colour is for both',
      { colours: { 'on-accent': '#ffffff', accent: '#2c5a4c' } },
      { colours: 'On dark screens, "accent" has a contrast of 2.6:1 to "ground"' },
    ],
    ['is fixed', { currency: 'USD' }, { currency: '"currency" is no live setting' }],
  ] as const)
    it(`refuse a value that ${situation}, with its field, and change nothing`, async () => {
      const { errors } = await change(shop, values);
      expect(errors?.[0]?.extensions).to.include({ code: 'BAD_USER_INPUT' });
      const found = errors?.[0]?.extensions?.fields;
      expect(found).to.have.all.keys(Object.keys(fields));
      for (const [name, message] of Object.entries(fields)) expect(found).property(name).to.include(message);
      expect(await shop.graphql('{ shopName }')).to.deep.equal({ data: { shopName: 'Stoa' } });
    });
});

describe('facts about the shop at two replicas', () => {
  it('are seen by the other: page, JSON-LD and stylesheet', async () => {
    const { url: databaseUrl, drop } = await createDatabase();
    try {
      await using one = await startGateway({ fixture: 'settings-shop', databaseUrl });
      await using other = await startGateway({ fixture: 'settings-shop', databaseUrl });
      await (await pageOf(other)).text();
      await change(one, { name: 'Kontor', colours: { line: '#aa0000' } });
      let html = '';
      while (!html.includes('<title>Kontor</title>')) html = await (await pageOf(other)).text();
      expect(html).to.include('"name":"Kontor"').and.not.include('Stoa');
      const sheet = await fetch(other.url + sheetIn(html));
      expect(await sheet.text()).to.equal(':root{--colour-line:#aa0000}');
    } finally {
      await drop();
    }
  });
});
