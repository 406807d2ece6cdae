import { expect } from 'chai';
import { placedIn, type TestGateway } from '../support/start-gateway.ts';

const html = { accept: 'text/html' };
/** As a browser asks after a click on a link of the shop. */
const click = { ...html, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };

placedIn('in-process', 'remote')('a shop in several languages', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'locales-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const get = (path: string, headers: Readonly<Record<string, string>> = html) =>
    fetch(shop.url + path, { headers, redirect: 'manual' });
  const pageAt = async (path: string) => (await get(path)).text();

  for (const [path, start, locale] of [
    ['/', '<html lang="en-IE" dir="ltr">', 'en-IE ltr at /'],
    ['/de', '<html lang="de" dir="ltr">', 'de ltr at /de'],
    ['/ar', '<html lang="ar" dir="rtl">', 'ar rtl at /ar'],
  ] as const)
    it(`has a page at ${path}, with its locale, links and direction`, async () => {
      // Twice: the second one is kept.
      await pageAt(path);
      const page = await pageAt(path);
      expect(page).to.contain(start).and.contain(`<p>${locale}</p>`);
      expect(page).to.contain(`action="${path === '/' ? '' : path}/say"`);
      expect(page).to.contain(`<link rel="canonical" href="${shop.url}${path}">`);
    });

  for (const [path, address] of [
    ['/de/', '/de'],
    ['/de/?search=tea&page=2', '/de?search=tea&page=2'],
    ['/sign-in/', '/sign-in'],
    ['/ar/sign-in/', '/ar/sign-in'],
  ] as const)
    it(`leads from ${path} to the one address of the page`, async () => {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).to.deep.equal([308, address]);
    });

  it('leads to no page from an address with slashes that has none, or could name a host', async () => {
    for (const path of ['/nowhere/', '/de/where/', '//sign-in/', '//evil.example/', '/%5Cevil.example/', '///'])
      expect((await get(path)).status, path).to.equal(404);
    expect((await fetch(`${shop.url}/de/`, { method: 'POST', redirect: 'manual' })).status).to.equal(405);
  });

  it('leads from each page to the same page in the other locales', async () => {
    const page = await pageAt('/ar?search=tea');
    expect(page).to.contain('<a href="/?search=tea" lang="en-IE" aria-current="false">English</a>');
    expect(page).to.contain('<a href="/de?search=tea" lang="de" aria-current="false">Deutsch</a>');
    expect(page).to.contain('<a href="/ar?search=tea" lang="ar" aria-current="true">العربية</a>');
    for (const [name, path] of [
      ['en-IE', '/'],
      ['de', '/de'],
      ['ar', '/ar'],
      ['x-default', '/'],
    ])
      expect(page).to.contain(`<link rel="alternate" hreflang="${name}" href="${shop.url}${path}">`);
  });

  it('has an ETag of its own for each locale', async () => {
    const tags = await Promise.all(['/', '/de', '/ar'].map(async (path) => (await get(path)).headers.get('etag')));
    expect(new Set(tags).size).to.equal(3);
    const [, german = ''] = tags;
    expect((await get('/de', { ...html, 'if-none-match': german ?? '' })).status).to.equal(304);
    expect((await get('/ar', { ...html, 'if-none-match': german ?? '' })).status).to.equal(200);
  });

  it('has no page below the prefix of the default, or of another language', async () => {
    expect((await get('/en-IE')).status).to.equal(404);
    expect((await get('/fr')).status).to.equal(404);
    const unknown = await get('/de/nowhere');
    expect(unknown.status).to.equal(404);
    expect(await unknown.text()).to.contain('<html lang="de"');
  });

  it('keeps the locale on the way to the sign-in page and back', async () => {
    expect((await get('/de/account')).headers.get('location')).to.equal('/de/sign-in?next=%2Fde%2Faccount');
    const body = new URLSearchParams({ word: 'Ja' });
    const headers = { ...html, origin: shop.url };
    const refused = await fetch(`${shop.url}/de/say`, { method: 'POST', headers, body });
    expect(refused.status).to.equal(401);
    expect(await refused.text())
      .to.contain('<a href="/de/sign-in?next=%2Fde">')
      .and.contain('action="/de/say"');
    // The form's own address was in the address bar.
    expect((await get('/de/say')).headers.get('location')).to.equal('/de');
    expect((await get('/de/say?sort=name')).headers.get('location')).to.equal('/de?sort=name');
  });

  it('has one locale in handlers, resolvers and what they ask the gateway', async () => {
    const { body } = await shop.rest('GET', '/ar/where');
    const asked = { locale: 'ar rtl', url: '/ar/account' };
    expect(body).to.deep.equal({ locale: 'ar', account: '/ar/account', asked });
  });

  for (const [accepted, locale] of [
    ['de-AT, en;q=0.5', 'de'],
    ['fr, ar;q=0.1', 'ar'],
    ['fr', 'en-IE'],
    [undefined, 'en-IE'],
  ] as const)
    it(`answers a program that accepts ${accepted} in ${locale}`, async () => {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted };
      const answer = await get('/where', headers);
      expect(await answer.json()).to.deep.include({ locale });
      expect(answer.headers.get('vary')).to.match(/(^|, )Accept-Language(,|$)/);
      const query = encodeURIComponent('{ locale }');
      const graphql = await (await get(`/graphql?query=${query}`, { ...headers, accept: 'application/json' })).json();
      expect(graphql.data.locale).to.match(new RegExp(`^${locale} `));
    });

  it('takes the locale of the address, whatever the browser accepts', async () => {
    expect(await (await get('/', { ...html, 'accept-language': 'de' })).text()).to.contain('lang="en-IE"');
    expect(await (await get('/de/where', { 'accept-language': 'ar' })).json()).to.include({ locale: 'de' });
  });

  it('keeps the choice of a person, and leads "/" alone to it', async () => {
    // An address that was typed, or a link elsewhere, is no choice.
    expect((await get('/de')).headers.get('set-cookie')).to.equal(null);
    expect((await get('/de', { ...click, referer: `${shop.url}/de/account` })).headers.get('set-cookie')).to.equal(
      null,
    );
    const chosen = await get('/de', { ...click, referer: `${shop.url}/` });
    const [cookie = ''] = chosen.headers.get('set-cookie')?.split(';') ?? [];
    expect(cookie).to.equal('stoa_locale=de');
    const headers = { ...html, cookie };
    expect((await get('/?search=tea', headers)).headers.get('location')).to.equal('/de?search=tea');
    expect((await get('/ar', headers)).status).to.equal(200);
    expect((await get('/sign-in', headers)).status).to.equal(200);
    // A file is in no language.
    const file = await get('/robots.txt', { ...click, cookie, referer: `${shop.url}/de` });
    expect(file.headers.get('set-cookie')).to.equal(null);
    // The choice of the default.
    const back = await get('/', { ...click, cookie, referer: `${shop.url}/de` });
    expect(back.status).to.equal(200);
    expect(back.headers.get('set-cookie')).to.contain('stoa_locale=en-IE;');
    expect((await get('/', { ...html, cookie: 'stoa_locale=//evil.example' })).status).to.equal(200);
  });

  it('lists each page and each sitemap in every locale', async () => {
    const textOf = async (path: string) => (await get(path, {})).text();
    const pages = await textOf('/sitemap-pages.xml');
    for (const path of ['/', '/de', '/ar']) expect(pages).to.contain(`<loc>${shop.url}${path}</loc>`);
    const index = await textOf('/sitemap.xml');
    expect(index).to.contain(`<loc>${shop.url}/de/sitemap-words.xml</loc>`);
    expect(await textOf('/de/sitemap-words.xml')).to.equal('/de');
    expect(await textOf('/robots.txt')).to.contain('Disallow: /account\nDisallow: /de/account\nDisallow: /ar/account');
  });

  for (const [path, expected] of [
    [
      '/',
      [
        'Welcome, <strong>Ada</strong>',
        'No words',
        '1 word',
        '2 words',
        '1,003 words',
        'From €1,234.50 on 2 January 2026',
      ],
    ],
    ['/de', ['Willkommen, <strong>Ada</strong>', 'Keine Wörter', '1 Wort', '1.003 Wörter', 'am 2. Januar 2026']],
    ['/ar', ['أهلا، <strong>Ada</strong>', 'لا كلمات', 'كلمة واحدة', 'كلمتان']],
  ] as const)
    it(`writes the texts of ${path} with their plurals, prices and days`, async () => {
      const page = await pageAt(path);
      for (const words of expected) expect(page).to.contain(words);
    });

  it('writes a missing text in the default locale, and says so on an element', async () => {
    const page = await pageAt('/ar');
    expect(page).to.contain('<h3><span lang="en-IE" dir="auto">In English alone</span></h3>');
    expect(page).to.contain('<article title="In English alone">');
    expect(await pageAt('/')).to.contain('<h3>In English alone</h3>');
  });

  it('sends islands their own texts alone', async () => {
    const page = await pageAt('/de');
    const [, json = ''] = /id="stoa-islands">(.*?)<\/script>/s.exec(page) ?? [];
    const [island] = JSON.parse(json).islands;
    expect(island.texts).to.have.all.keys('open', 'opened', 'only');
    expect(island.texts.open).to.deep.equal({ message: 'Öffnen', locale: 'de' });
    expect(page).to.match(/<button type="button">Öffnen<!-- --> <span lang="en-IE"/);
  });

  it('refuses in the locale of the request', async () => {
    const order = (path: string, body: object, headers = {}) => shop.rest('POST', path, { body, headers });
    const long = { word: 'longest', note: 'x' };
    expect((await order('/de/order', long)).body).to.deep.include({ error: 'Höchstens 5 Buchstaben.' });
    expect((await order('/order', long, { 'accept-language': 'ar' })).body).to.deep.include({
      error: '5 أحرف على الأكثر.',
    });
    const unknown = { word: 'none', note: 'x' };
    expect((await order('/de/order', unknown)).body).to.deep.include({ error: 'Es gibt kein Wort none.' });
    expect((await order('/order', { word: 'a', note: 'x' })).body).to.deep.equal({
      text: '2 words',
      german: '2 Wörter',
    });
    // A text that the extension does not have is a bug.
    expect((await order('/de/order', { word: 'typo', note: 'x' })).status).to.equal(500);
    for (const [accepted, message] of [
      ['de', 'Es gibt kein Wort x.'],
      ['en', 'There is no word x.'],
    ] as const) {
      const headers = { 'accept-language': accepted, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ word(word: "x") }' });
      const answer = await (await fetch(`${shop.url}/graphql`, { method: 'POST', headers, body })).json();
      expect(answer.errors[0]).to.deep.include({ message });
      expect(answer.errors[0].extensions).to.deep.include({ code: 'NOT_FOUND', extension: 'words' });
    }
  });

  it('shows a refused form in the locale of its page', async () => {
    const send = async (word: string) => {
      const headers = { ...html, origin: shop.url };
      const body = new URLSearchParams({ word, note: 'x' });
      return (await fetch(`${shop.url}/de/order`, { method: 'POST', headers, body })).text();
    };
    expect(await send(''))
      .to.contain('<i>Schreiben Sie ein Wort.</i>')
      .and.contain('lang="de"');
    expect(await send('none')).to.contain('<i>unbrauchbar</i><i>as it is</i>');
  });

  it('says what the gateway itself says in the locale of the request', async () => {
    const unknown = await pageAt('/ar/nowhere');
    expect(unknown).to.contain('<title>الصفحة غير موجودة</title>').and.contain('<a href="/ar">');
    const order = async (path: string, body: object) => (await shop.rest('POST', path, { body })).body;
    expect(await order('/de/order', { word: 'x' })).to.deep.include({ error: 'Erforderlich: word, note' });
    expect(await order('/ar/order', { word: 'x', note: 1 })).to.deep.include({ error: 'يجب أن يكون note نصًا' });
    expect(await order('/order', { word: 'x', note: 1 })).to.deep.include({ error: 'note must be a string' });
    const malformed = await pageAt('/de/%zz');
    expect(malformed).to.contain('<html lang="de" dir="ltr">').and.contain('<h1>Das hat nicht geklappt</h1>');
  });
});
