import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('content: the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('content', {
      seed: false,
      locales: ['en-IE', 'en-GB', 'de', 'ar'],
      mocks: { Query: { orderMailTexts: [] } },
    });
    token = await shop.token({ permissions: ['content:write', 'desk:use'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from page_text');
    await shop.database.query(`
      insert into page_text (page, locale, title, markdown, updated_at) values
        ('imprint', 'en', 'Imprint', 'Shop & Co.', '2026-01-02T03:04:05.678901Z'),
        ('imprint', 'de', 'Impressum', 'Laden & Co.', '2026-01-02T03:04:05.678901Z')`);
  });

  const path = '/desk/content/imprint';
  const version = '2026-01-02T03:04:05.678901Z';
  const text = { locale: 'de', title: 'Wir', markdown: '## Wer', version };
  const write = (body: object, bearer: string | undefined = token, to = path) =>
    shop.rest<{ error?: string }>('POST', to, { body, token: bearer });
  const stored = (locale: string) =>
    shop.database.query("select title, markdown from page_text where page = 'imprint' and locale = $1", [locale]);

  it('has all pages, each with a text for each locale or its language', async () => {
    const { data } = await shop.graphql<{ deskContents: readonly { slug: string }[] }>(
      '{ deskContents { slug title url texts { locale title version } } }',
      {},
      { token },
    );
    expect(data?.deskContents.map(({ slug }) => slug)).to.deep.equal([
      'imprint',
      'privacy',
      'terms',
      'delivery',
      'withdrawal',
    ]);
    expect(data?.deskContents[0]).to.deep.equal({
      slug: 'imprint',
      title: 'Imprint',
      url: '/pages/imprint',
      texts: [
        { locale: 'en', title: 'Imprint', version },
        { locale: 'de', title: 'Impressum', version },
        { locale: 'ar', title: '', version: '' },
      ],
    });
    expect(data?.deskContents[1]).to.deep.include({ title: 'privacy', url: null });
  });

  it('writes a text once, with a record, and the page shows it', async () => {
    for (let time = 0; time < 2; time++) expect((await write(text)).status).to.equal(200);
    expect(await stored('de')).to.deep.equal([{ title: 'Wir', markdown: '## Wer' }]);
    const records = (await shop.records()).filter(({ action }) => action === 'content.changed');
    expect(records.at(-1)).to.deep.include({ subject: 'page:imprint', to: { locale: 'de' } });
    expect(records).to.have.lengthOf(1);
    expect((await shop.page('/de/pages/imprint')).html).to.contain('<h2>Wer</h2>');
  });

  it('writes a text that was not there, and refuses the second of two', async () => {
    expect((await write({ ...text, locale: 'ar', version: '' })).status).to.equal(200);
    expect((await write({ ...text, locale: 'ar', title: 'Other', version: '' })).status).to.equal(409);
    expect(await stored('ar')).to.deep.equal([{ title: 'Wir', markdown: '## Wer' }]);
  });

  it('returns a browser to the page, which says so', async () => {
    const { status, location = '' } = await shop.form(path, { ...text, markdown: 'One\r\ntwo' }, { token });
    expect([status, location]).to.deep.equal([303, '/desk/content/imprint?saved=de#saved']);
    expect((await shop.page(location, { token })).html).to.contain('The page is saved.');
    expect(await stored('de')).to.deep.equal([{ title: 'Wir', markdown: 'One\ntwo' }]);
  });

  it('shows the second of two editors what is there now, and what they typed', async () => {
    await write({ ...text, markdown: 'From the first.' });
    const { status, html } = await shop.form(path, { ...text, markdown: 'From the second.' }, { token });
    expect(status).to.equal(409);
    const section = elementWith(html, 'section', 'id="text-de"');
    expect(section).to.contain('<p>From the first.</p>').and.contain('has changed since');
    expect(elementWith(section, 'textarea', 'name="markdown"')).to.contain('From the second.');
    expect(elementWith(html, 'section', 'id="text-en"')).to.not.contain('From the second.');
    const [, now = ''] = /name="version" value="([^"]*)"/.exec(section) ?? [];
    expect(now).to.not.equal(version);
    expect((await write({ ...text, markdown: 'From the second.', version: now })).status).to.equal(200);
  });

  for (const [what, change, status] of [
    ['a blank title', { title: ' ' }, 400],
    ['a long title', { title: 'a'.repeat(201) }, 400],
    ['a title that cannot be stored', { title: 'a\0' }, 400],
    ['a blank text', { markdown: '' }, 400],
    ['a long text', { markdown: 'a'.repeat(100_001) }, 400],
    ['what is no locale', { locale: 'a b' }, 400],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect((await write({ ...text, ...change })).status).to.equal(status);
      expect(await stored('de')).to.deep.equal([{ title: 'Impressum', markdown: 'Laden & Co.' }]);
    });

  it('takes 100,000 characters from a browser, which sends two for the end of a line', async () => {
    const markdown = 'a\n'.repeat(50_000);
    const fields = { locale: 'de', title: 'Wir', version, markdown: markdown.replaceAll('\n', '\r\n') };
    const long = await shop.form(path, { ...fields, markdown: `${fields.markdown}a` }, { token });
    expect(elementWith(long.html, 'p', 'class="desk-error"')).to.contain('Write a text of at most 100,000 characters.');
    expect((await shop.form(path, fields, { token })).status).to.equal(303);
    expect(await stored('de')).to.deep.equal([{ title: 'Wir', markdown }]);
  });

  it('has no other page', async () => {
    expect((await write(text, token, '/desk/content/none')).status).to.equal(404);
    for (const slug of ['none', "'"])
      expect((await shop.page(`/desk/content/${slug}`, { token })).status).to.equal(404);
  });

  it('is for those who may, in every part', async () => {
    const other = await shop.token({ permissions: ['catalog:write'] });
    expect((await write(text, other)).status).to.equal(403);
    for (const field of ['deskContents { slug }', 'deskContent(slug: "imprint") { slug }'])
      expect(await shop.graphql(`{ ${field} }`, {}, { token: other })).to.have.nested.property(
        'errors[0].extensions.code',
        'FORBIDDEN',
      );
    for (const page of ['/desk/content', path]) {
      expect((await shop.page(page)).status).to.equal(401);
      expect((await shop.page(page, { token: other })).status).to.equal(403);
    }
  });

  for (const [page, part] of [
    ['/desk/content', 'Arabic: not written yet'],
    [path, 'Laden &amp; Co.'],
    ['/desk/content/terms', 'name="markdown"'],
    ['/de/desk/content', 'Sprachen'],
    // No language has this page yet.
    ['/de/desk/content', '<bdi>Datenschutz</bdi>'],
    ['/desk/content/privacy', '<h1>Privacy</h1>'],
  ] as const)
    it(`shows ${page} with ${part}`, async () => {
      const { status, html } = await shop.page(page, { token });
      expect(status).to.equal(200);
      expect(html).to.contain(part);
    });
});
