import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('theme', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('theme', { locales: ['en-IE', 'de', 'ar', 'de-AT'] });
  });
  after(() => shop.close());

  async function read(path: string, expected = 200): Promise<string> {
    const { status, html } = await shop.page(path);
    expect(status, path).to.equal(expected);
    return html;
  }

  async function send(variables: object) {
    const token = await shop.token({ permissions: ['stoa:settings'] });
    const text = `mutation ($of: String, $values: SettingValues!) { changeSettings(extension: $of, values: $values) }`;
    return await shop.graphql(text, { ...variables }, { token });
  }

  /** Facts about the shop. */
  async function change(values: object): Promise<void> {
    expect(await send({ values })).to.not.have.property('errors');
  }

  for (const [path, dir, title, skip] of [
    ['/', 'ltr', 'Good things for every day', 'Skip to the content'],
    ['/de-AT', 'ltr', 'Gutes für jeden Tag', 'Zum Inhalt springen'],
    ['/de', 'ltr', 'Gutes für jeden Tag', 'Zum Inhalt springen'],
    ['/ar', 'rtl', 'أشياء جيدة لكل يوم', 'انتقل إلى المحتوى'],
  ] as const)
    it(`welcomes at ${path} with one title and one picture, alone`, async () => {
      const html = await read(path);
      expect(html).to.contain(`dir="${dir}"`).and.contain(skip).and.not.contain('<script src');
      expect(html.match(/<h1[^>]*>.*?<\/h1>/g)).to.have.lengthOf(1);
      expect(html).to.contain(title);
      const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
      expect(main.match(/<img/g)).to.have.lengthOf(1);
      expect(elementWith(main, 'img', 'src='))
        .to.contain('width="1200"')
        .and.contain('height="800"');
    });

  it('welcomes with the merchant’s words and picture, in the default language where another has none', async () => {
    const welcome = {
      'en-IE': { title: 'Bowls & cups', about: 'Made by hand.' },
      de: { title: 'Ton', about: 'Von Hand.' },
    };
    const answer = await send({ of: 'theme', values: { welcome, picture: '/assets/theme/favicon.svg' } });
    expect(answer).to.not.have.property('errors');
    const html = await read('/');
    expect(html).to.contain('Bowls &amp; cups</h1>').and.contain('content="Made by hand."');
    expect(html).to.contain('src="/assets/theme/favicon.svg"').and.not.contain('welcome.svg');
    expect(await read('/de'))
      .to.contain('Ton</h1>')
      .and.not.contain('Bowls');
    expect(await read('/de-AT'))
      .to.contain('<div lang="de"><h1')
      .and.contain('Ton</h1>');
    expect(await read('/ar'))
      .to.contain('<div lang="en-IE"><h1')
      .and.contain('Bowls &amp; cups</h1>');
    await send({ of: 'theme', values: { welcome: null, picture: null } });
    expect(await read('/ar')).to.contain('أشياء جيدة لكل يوم');
  });

  it('refuses a picture of another site', async () => {
    const { errors } = await send({ of: 'theme', values: { picture: 'https://example.com/a.png' } });
    expect(JSON.stringify(errors)).to.contain('picture');
  });

  it('welcomes neither before a search nor on a later page of a list', async () => {
    for (const path of ['/?search=tea', '/?page=2', '/?after=x', '/?filter=form%3Atea'])
      expect(await read(path)).to.not.contain('Good things for every day');
    expect(await read('/?search=%20')).to.contain('Good things for every day');
  });

  it('links the page in each language', async () => {
    const footer = /<footer>.*<\/footer>/s.exec(await read('/'))?.[0] ?? '';
    for (const [path, name] of [
      ['/', 'English'],
      ['/de', 'Deutsch'],
      ['/ar', 'العربية'],
    ] as const)
      expect(footer).to.match(new RegExp(`<a href="${path}/?"[^>]*>${name}</a>`));
  });

  it('has name, logo and address of the shop as they are now', async () => {
    await change({ name: 'Kontor', tagline: 'Tee', logo: '/own.svg', email: 'a@example.com', phone: '+353 1 234' });
    const html = await read('/');
    expect(html).to.contain('<title>Kontor: Tee</title>').and.contain('src="/own.svg"');
    expect(html).to.contain('href="mailto:a@example.com"').and.contain('href="tel:+3531234"');
    await change({ phone: '+49 (0)30 123-456' });
    expect(await read('/')).to.contain('<a href="tel:+4930123456">+49 (0)30 123-456</a>');
    await change({ name: null, tagline: null, logo: null, email: null, phone: null });
    expect(await read('/'))
      .to.contain('<title>Stoa</title>')
      .and.not.contain('mailto:');
  });

  it('has its picture', async () => {
    const picture = await fetch(`${shop.url}/assets/theme/welcome.svg`);
    expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml']);
    expect((await picture.text()).length).to.be.below(5_000);
  });

  it('says that nothing is at an address, and asks for no listing', async () => {
    const html = await read('/nowhere', 404);
    expect(html).to.contain('<h1>Page not found</h1>').and.contain('Go to the start page');
    expect(elementWith(html, 'meta', 'name="robots"')).to.contain('noindex');
  });

  it('gives every page the values that other extensions use', async () => {
    const html = await read('/');
    const sheet = await (await fetch(shop.url + (/href="([^"]+[.]css)"/.exec(html)?.[1] ?? ''))).text();
    for (const value of ['--colour-accent', '--space-4', '--width-page', '--radius', '--target'])
      expect(sheet).to.contain(`${value}:`);
  });
});
