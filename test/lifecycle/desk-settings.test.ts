import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { elementWith, openPath, postForm } from '../support/browse.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const settings = '/desk/settings';

describe("settings at the merchant's desk", () => {
  let shop: TestGateway;
  let boss: string;
  before(async () => {
    shop = await startGateway();
    boss = await join('owner', 'boss');
  });
  after(() => shop[Symbol.asyncDispose]());

  /** The cookie of a new member. */
  async function join(role: string, id: string): Promise<string> {
    const token = await shop.token(['desk:members'], 'first');
    const { body } = await shop.rest<{ data: { path: string } }>('POST', '/desk/members', { token, body: { role } });
    const key = body.data.path.split('key=')[1];
    const { headers } = await shop.rest('POST', '/desk/join', { token: await shop.token([], id), body: { key } });
    return headers.get('set-cookie')?.split(';')[0] ?? expect.fail('no session');
  }

  const save = (fields: Readonly<Record<string, string>>, prefix = '') =>
    postForm(`${shop.url}${prefix}${settings}`, fields, boss);
  it('have labels in the language of the reader', async () => {
    for (const prefix of ['', '/de', '/ar']) {
      const { html } = await openPath(`${shop.url}${prefix}${settings}`, boss);
      const names = [...html.matchAll(/<(?:label|legend)[^>]*><span lang="en">([^<]*)/g)].map(([, name]) => name);
      expect(names, prefix).to.deep.equal([]);
      expect(html)
        .to.contain('<option value="first"')
        .and.to.not.match(/<option[^>]*><\/option>/);
    }
  });

  it('keep line breaks, such as those of an address', async () => {
    const address = { extension: 'invoice-documents', name: 'address', value: '1 Quay Street\r\nGalway' };
    expect((await save(address)).status).to.equal(303);
    const { html } = await openPath(shop.url + settings, boss);
    expect(html).to.match(/<textarea[^>]*>\s*1 Quay Street\r?\nGalway</);
  });

  it('that waited for the sign-in are refused where another change came between', async () => {
    const setting = { extension: 'invoice-documents', name: 'address' };
    const { cookie } = await postForm(shop.url + settings, { ...setting, value: '3 Quay Street', seen: 'older' });
    const { html } = await openPath(shop.url + settings, `${boss}; ${cookie}`);
    const form = elementWith(html, 'form', 'id="invoice-documents.address"');
    expect(form).to.contain('3 Quay Street');
    const seen = /name="seen" value="([^"]*)"/.exec(form)?.[1] ?? '';
    expect((await save({ ...setting, value: '3 Quay Street', seen })).status).to.equal(409);
  });

  it('say what is wrong in words, not in patterns', async () => {
    const zone = { extension: 'flat-rate-shipping', name: 'zones', 'value/0/amount': '4.90', 'value/0/days': '2, 3' };
    const country = await save({ ...zone, 'value/0/countries': 'IE, Germany' });
    expect(country.html).to.contain('is not the code of a country: two capital letters, such as DE');
    const welcome = { extension: 'theme', name: 'welcome', 'value/0/name': 'English' };
    const language = await save({ ...welcome, 'value/0/value/title': 'Hello', 'value/0/value/about': 'Flowers' });
    expect(language.html).to.contain('&quot;English&quot; is not the code of a language, such as en or de');
  });

  it('name what is wrong by the labels of the form, at its field', async () => {
    const zone = { extension: 'flat-rate-shipping', name: 'zones' };
    const row = (at: number, countries: string, days = '2, 3') => ({
      ...{ [`value/${at}/countries`]: countries, [`value/${at}/amount`]: '4.90', [`value/${at}/days`]: days },
    });
    const third = { ...row(0, 'IE'), ...row(1, 'DE'), 'value/1/remove': 'true', ...row(2, 'FR, Spain') };
    for (const [prefix, fields, field, message] of [
      ['', third, 'value/2/countries', 'Entry 3, Countries, Spain&quot; is not the code'],
      ['/de', third, 'value/2/countries', 'Eintrag 3, Länder, Spain&quot; is not the code'],
      ['', row(0, 'IE', '2'), 'value/0/days', 'Entry 1, Working days, at least and at most&quot; must have at least 2'],
      [
        '',
        { 'value/0/amount': '4.90', 'value/0/days': '2, 3' },
        'value/0/countries',
        'Entry 1, Countries&quot; is missing',
      ],
    ] as const) {
      const { status, html } = await save({ ...zone, ...fields }, prefix);
      expect(status).to.equal(400);
      expect(html).to.contain(`${field}-error" class="desk-error">&quot;${message}`).and.to.not.contain('zones[');
    }
    const { html } = await save({ extension: '@shop', name: 'email', value: 'no address' });
    expect(html).to.contain('class="desk-error">&quot;E-mail address&quot; is not a valid email');
    const { status, body } = await shop.rest<{ error: string }>('POST', settings, {
      token: await shop.token(['stoa:settings'], 'boss'),
      body: { ...zone, value: '[{ "countries": ["Spain"], "amount": 1, "days": [1, 2] }]' },
    });
    expect([status, body.error.startsWith('"zones[0].countries[0]"')]).to.deep.equal([400, true]);
  });

  const live = async () => {
    const { data } = await shop.graphql<{ liveSettings: Readonly<Record<string, object>> }>(
      '{ liveSettings }',
      {},
      await shop.token(['stoa:settings'], 'boss'),
    );
    return data?.liveSettings ?? expect.fail('no settings');
  };

  describe('colours', () => {
    const colours = (light: string, dark: string) => ({
      ...{ extension: '@shop', name: 'colours', 'value/0/name': 'accent' },
      ...{
        'value/0/value/light': light,
        'value/0/value/dark': dark,
        'value/1/name': '',
        'value/1/value/light': '#000000',
      },
    });

    it('have a field for light and one for dark screens', async () => {
      const { html } = await openPath(`${shop.url}${settings}`, boss);
      expect(html).to.contain('type="color" name="value/0/value/light"').and.to.contain('name="value/0/value/dark"');
      expect((await save(colours('#7a1f3d', '#ffb3c8'))).status).to.equal(303);
      expect(await live())
        .to.have.nested.property('@shop.colours.value')
        .deep.equal({
          accent: { light: '#7a1f3d', dark: '#ffb3c8' },
        });
    });

    for (const [prefix, words] of [
      ['', 'Buttons and links'],
      ['/de', 'Knöpfe und Links'],
      ['/ar', 'الأزرار والروابط'],
    ] as const)
      it(`are named in plain words, and offered, at ${prefix || '/'}`, async () => {
        const look = await readFile(new URL('../../extensions/theme/pages/all/shop.css', import.meta.url), 'utf8');
        const names = new Set([...look.matchAll(/--colour-([a-z-]+):/g)].map(([, name]) => name));
        expect(names.size).to.be.above(10);
        expect((await save(colours('#7a1f3d', '#ffb3c8'))).status).to.equal(303);
        const { html } = await openPath(`${shop.url}${prefix}${settings}`, boss);
        const text = html.replaceAll('<!-- -->', '');
        expect(text).to.contain(`<legend>${words} (<code dir="ltr">accent</code>)</legend>`);
        for (const name of names) {
          expect(text, name).to.match(new RegExp(`<option value="${name}">[^<]{4,}</option>`));
          expect(text, name).to.match(new RegExp(`<li>[^<]{4,} \\(<code dir="ltr">${name}</code>\\)</li>`));
        }
      });

    for (const [prefix, message] of [
      ['', 'On dark screens, &quot;accent&quot; has a contrast of 2.0:1 to &quot;ground&quot;. Text needs 4.5:1.'],
      ['/de', 'Auf dunklen Bildschirmen hat „accent“ zu „ground“ einen Kontrast von 2,0:1. Text braucht 4,5:1.'],
      ['/ar', 'على الشاشات الداكنة'],
    ] as const)
      it(`that cannot be read are refused, with the ratio, at ${prefix || '/'}`, async () => {
        const before = await live();
        const { status, html } = await save(colours('#7a1f3d', '#7a1f3d'), prefix);
        expect(status).to.equal(400);
        expect(html).to.contain(message).and.to.contain('value="#7a1f3d"');
        expect(await live()).to.deep.equal(before);
      });
  });

  describe('pictures', () => {
    it('are uploaded, stand in the header of each page in each language, and are removed', async () => {
      const headers = { cookie: boss, 'sec-fetch-site': 'same-origin' };
      const send = async (fields: Readonly<Record<string, string>>, picture?: Blob) => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ extension: '@shop', name: 'logo', ...fields }))
          body.append(name, value);
        if (picture !== undefined) body.append('picture', picture, 'logo.png');
        return await fetch(`${shop.url}${settings}/picture`, { method: 'POST', headers, body });
      };
      const png = await sharp({ create: { width: 600, height: 150, channels: 4, background: '#7a1f3d80' } })
        .png()
        .toBuffer();
      expect((await send({}, new Blob([new Uint8Array(png)]))).status).to.equal(200);
      const pages = async () =>
        await Promise.all(
          ['/', '/de/products/1001', '/ar'].map(async (path) => (await openPath(shop.url + path)).html),
        );
      const [path = ''] = /\/assets\/files\/desk\/[\w-]+\.600x150\.webp/.exec((await pages())[0] ?? '') ?? [];
      for (const html of await pages())
        expect(html).to.match(
          new RegExp(`<header.*<img[^>]*src="${path}"[^>]*width="600" height="150".*</header>`, 's'),
        );
      expect((await fetch(shop.url + path)).headers.get('content-type')).to.equal('image/webp');
      expect((await send({ remove: 'true' })).status).to.equal(200);
      for (const html of await pages()) expect(html).to.not.contain(path);
      expect((await fetch(shop.url + path)).status).to.equal(404);
    });
  });

  describe('amounts of money', () => {
    const zone = (amount: string) => ({
      ...{ extension: 'flat-rate-shipping', name: 'zones', 'value/0/countries': 'IE', 'value/0/days': '1, 2' },
      'value/0/amount': amount,
    });

    it('are shown and taken as people write them, and stored in cents', async () => {
      const { html } = await openPath(`${shop.url}${settings}`, boss);
      expect(html).to.match(/Price of a parcel(?:<!-- -->)? <bdi>\((?:<!-- -->)?EUR/);
      expect(html).to.match(/name="value\/0\/amount"[^>]*value="4.90"/);
      for (const [typed, amount] of [
        ['5,5', 550],
        ['12.90', 1290],
        ['7', 700],
      ] as const) {
        expect((await save(zone(typed))).status).to.equal(303);
        const zones = [{ countries: ['IE'], amount, days: [1, 2] }];
        expect(await live())
          .to.have.nested.property('flat-rate-shipping.zones.value')
          .deep.equal(zones);
      }
    });

    for (const [typed, prefix, message] of [
      ['4.905', '', 'This is no amount. Write it in figures.'],
      ['490 Cent', '/de', 'Das ist kein Betrag. Schreiben Sie ihn in Ziffern.'],
      ['10000000', '', 'This is no amount. Write it in figures.'],
    ] as const)
      it(`are refused at their field, such as ${typed}`, async () => {
        const before = await live();
        const { status, html } = await save(zone(typed), prefix);
        expect(status).to.equal(400);
        expect(html).to.contain(`value/0/amount-error" class="desk-error">${message}`);
        expect(html.match(/class="desk-error"/g)).to.have.length(1);
        expect(await live()).to.deep.equal(before);
      });
  });
});
