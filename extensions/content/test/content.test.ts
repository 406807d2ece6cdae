import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { plainParagraphs } from '../src/plain-paragraphs.ts';

const setText = `mutation ($slug: ID!, $locale: String!, $title: String!, $markdown: String!) {
  setPageText(slug: $slug, locale: $locale, title: $title, markdown: $markdown) { title }
}`;
const input = { slug: 'imprint', locale: 'en-IE', title: 'Who we are', markdown: 'Shop & Co.' };

describe('content', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('content', {
      locales: ['en-IE', 'de', 'ar', 'de-AT'],
      mocks: { Query: { orderMailTexts: [] } },
    });
  });
  after(() => shop.close());

  const write = async (change: Partial<typeof input> = {}) =>
    shop.graphql(setText, { ...input, ...change }, { token: await shop.token({ permissions: ['content:write'] }) });

  for (const [path, title, part] of [
    ['/pages/withdrawal', 'Withdrawal', 'within 14 days'],
    ['/de/pages/withdrawal', 'Widerruf', 'binnen 14 Tagen'],
    ['/de-AT/pages/withdrawal', 'Widerruf', 'binnen 14 Tagen'],
    ['/ar/pages/withdrawal', 'الانسحاب من العقد', '14 يوماً'],
  ] as const)
    it(`shows ${path}`, async () => {
      const { status, html } = await shop.page(path);
      expect(status).to.equal(200);
      expect(html).to.contain(`<h1>${title}</h1>`).and.contain(part).and.contain('Stoa, 1 Quay Street, Galway');
    });

  it('has no other page', async () => {
    for (const slug of ['none', "'", '%00']) expect((await shop.page(`/pages/${slug}`)).status).to.equal(404);
  });

  it('names the pages in the shop’s order, in the language of the request', async () => {
    const { data } = await shop.graphql('{ contentPages { title url } }', {}, { headers: { 'accept-language': 'de' } });
    expect(data).to.deep.equal({
      contentPages: [
        ['Impressum', 'imprint'],
        ['Datenschutz', 'privacy'],
        ['AGB', 'terms'],
        ['Lieferung', 'delivery'],
        ['Widerruf', 'withdrawal'],
      ].map(([title, slug]) => ({ title, url: `/de/pages/${slug}` })),
    });
  });

  it('is in the sitemap', async () => {
    const answer = await fetch(`${shop.url}/de/sitemap-content.xml`);
    expect(await answer.text()).to.match(/<loc>http[^<]*\/de\/pages\/terms<\/loc>/);
  });

  it('shows neither HTML nor links that are none', async () => {
    const markdown = [
      '# Head',
      '<script>alert(1)</script>',
      'An <b onclick="x()">inner</b> one, [bad](javascript:alert), [worse](data:text/html,x), [far](//evil.example).',
      '[web](https://example.com), [mail](mailto:a@example.com), [shop](/pages/terms), ![picture](https://example.com/a.png)',
      '- one\n- **two**',
    ].join('\n\n');
    expect((await write({ markdown })).errors).to.equal(undefined);
    const { html } = await shop.page('/pages/imprint');
    const article = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? '';
    expect([...article.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).to.deep.equal([
      'https://example.com',
      'mailto:a@example.com',
      '/pages/terms',
    ]);
    expect(article).to.contain('&lt;script&gt;').and.contain('&lt;b onclick=').and.contain('<strong>two</strong>');
    expect(article).not.to.match(/<script|<b |<img|javascript:|data:/);
  });

  it('counts a list from the number that it has, also within another list', async () => {
    const markdown = '3. Three\n   1. Nested\n   - Other\n4. Four\n\n\n1) One';
    expect((await write({ markdown })).errors).to.equal(undefined);
    const { html } = await shop.page('/pages/imprint');
    expect(html)
      .to.contain('<ol start="3"><li>Three<ol><li>Nested</li></ol><ul><li>Other</li></ul></li><li>Four</li></ol>')
      .and.contain('<ol><li>One</li></ol>');
  });

  it('keeps the lines of an address', async () => {
    expect((await write({ markdown: 'Shop & Co.\n1 Quay Street\nGalway' })).errors).to.equal(undefined);
    expect((await shop.page('/pages/imprint')).html).to.match(/<p>Shop &amp; Co\.<br\/>1 Quay Street<br\/>Galway<\/p>/);
  });

  it('is changed with the scope, and the change is recorded', async () => {
    expect((await write()).data).to.deep.equal({ setPageText: { title: 'Who we are' } });
    expect((await shop.page('/pages/imprint')).html).to.contain('<p>Shop &amp; Co.</p>');
    expect((await shop.records()).at(-1)).to.deep.include({
      action: 'content.changed',
      subject: 'page:imprint',
      to: { locale: 'en-IE' },
    });
  });

  it('is not changed without the scope, nor to what is no page', async () => {
    const { errors } = await shop.graphql(
      setText,
      { ...input, title: 'Mine' },
      { token: await shop.token({ id: 'a' }) },
    );
    expect(errors).to.have.length(1);
    const changes = [{ slug: 'none' }, { title: ' ' }, { locale: 'a b' }, { markdown: '\0' }];
    for (const change of changes) expect((await write(change)).errors, JSON.stringify(change)).to.have.length(1);
    expect((await shop.page('/pages/imprint')).html).not.to.contain('Mine');
  });

  it('adds terms and withdrawal to the confirmation of an order, without marks', async () => {
    const text = 'query ($locale: String!) { orderMailTexts(locale: $locale) { title paragraphs } }';
    const { data } = await shop.ask<{ orderMailTexts: { title: string; paragraphs: string[] }[] }>(text, {
      locale: 'de',
    });
    expect(data?.orderMailTexts.map(({ title }) => title)).to.deep.equal(['AGB', 'Widerruf']);
    expect(data?.orderMailTexts[0]?.paragraphs[0]).to.match(/^Dies ist ein Text zur Vorführung\./);
  });

  for (const [what, markdown, paragraphs] of [
    ['a list', '- one\n- **two**', ['• one', '• two']],
    ['a list with numbers', '3. Three\n4. Four', ['3. Three', '4. Four']],
    ['a list within a list', '- one\n  - **a**\n    1. b\n- two', ['• one', '◦ a', '1. b', '• two']],
    [
      'numbers within numbers',
      '2. Two\n   1. a\n   2. b\n      - c\n3. Three',
      ['2. Two', '2.1. a', '2.2. b', '• c', '3. Three'],
    ],
    ['items of two paragraphs', '- one\n\n  more\n- two', ['• one', 'more', '• two']],
    ['a list of tasks', '- [ ] one\n- [x] two\n  - a', ['• [ ] one', '• [x] two', '◦ a']],
  ] as const)
    it(`has ${what} in a mail, without marks`, () => {
      expect(plainParagraphs(markdown)).to.deep.equal(paragraphs);
    });
});
