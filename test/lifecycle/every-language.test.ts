import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const root = resolve(import.meta.dirname, '../..');
const html = { accept: 'text/html' };

/** Copies of the shop's extensions whose German texts are the English ones, in brackets. */
async function bracketed(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-pseudo-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const names = await readdir(join(root, 'extensions'));
  await Promise.all(
    names.map(async (name) => {
      const copy = join(folder, 'extensions', name);
      await cp(join(root, 'extensions', name), copy, { recursive: true });
      const text = await readFile(join(copy, 'texts/en.json'), 'utf8').catch(() => undefined);
      if (text === undefined) return;
      const pseudo = Object.entries(JSON.parse(text)).map(([key, words]) => [key, `[${words}]`] as const);
      await writeFile(join(copy, 'texts/de.json'), JSON.stringify(Object.fromEntries(pseudo)));
    }),
  );
  return folder;
}

/** Names of languages are in their own words, and the signs of stars are no words. */
const notTranslated = /^(?:English|Deutsch|العربية|[^\p{L}])*$/u;

/** Words of a page, and of its attributes for people, that have no brackets around them. */
function withoutBrackets(page: string): readonly string[] {
  const body = page.replaceAll(/<(script|style|time|bdi)\b.*?<\/\1>/gs, '<!---->').replaceAll('<!-- -->', '');
  const attributes = [...body.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const blocks = body.split(/<\/?(?!(?:a|b|i|strong|em|span|br|bdi)\b)[a-z!][^>]*>/);
  const texts = blocks.map((block) => block.replaceAll(/<[^>]*>/g, '').trim());
  return [...attributes, ...texts].filter((text) => {
    let rest = text;
    // The innermost ones first.
    while (/\[[^[\]]*\]/.test(rest)) rest = rest.replaceAll(/\[[^[\]]*\]/g, '');
    return !notTranslated.test(rest);
  });
}

describe('the shop in a language whose texts have brackets', () => {
  let shop: TestGateway;
  let folder: string;
  before(async () => {
    folder = await bracketed();
    const named = (text: string) =>
      text.replace('name: Stoa,', 'name: "[Stoa]",').replace(/taglines: \{ de: "([^"]*)"/, 'taglines: { de: "[$1]"');
    // A job would bring facets at any time.
    shop = await startGateway({
      overrides: { port: 0, adminPort: 0, jobs: false },
      config: (text) => named(text).replaceAll(`${root}/extensions/`, `${folder}/extensions/`),
    });
    // What is written in the database is no text of the code.
    await shop
      .database('catalog')
      .query("update product_translation set name = '[' || name || ']', description = '[' || description || ']'");
    for (const [table, column] of [
      ['product_variant', 'labels'],
      ['category', 'names'],
    ])
      await shop
        .database('catalog')
        .query(`update ${table} set ${column} = jsonb_build_object('de', '[' || (${column} ->> 'de') || ']')`);
    await shop.database('catalog').query(`
      with made as (insert into facet (facet, names, number) values ('benefit', '{"de":"[Benefit]"}', 1)),
        value as (insert into facet_value (value_id, facet, code, names) values (65537, 'benefit', 'bones', '{"de":"[Bones]"}'))
      update product set value_ids = array[65537]`);
    await shop.database('content').query("update page_text set title = '[' || title || ']'");
    await shop
      .database('reviews')
      .query(
        "update review set author = '[' || author || ']', comment = '[' || comment || ']', answer = '[' || answer || ']'",
      );
    await shop.database('supplement').query(
      `update supplement_translation set ingredients = '[' || ingredients || ']', dosage = '[' || dosage || ']',
        presentation = '[' || presentation || ']', warnings = '[' || warnings || ']', storage = '[' || storage || ']',
        benefits = array(select '[' || benefit || ']' from unnest(benefits) benefit)`,
    );
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const pageAt = async (path: string) => {
    const answer = await fetch(shop.url + path, { headers: html });
    return { status: answer.status, page: await answer.text() };
  };

  for (const [path, status] of [
    ['/de', 200],
    ['/de?search=vitamin', 200],
    ['/de?search=vitmin', 200],
    ['/de?search=xyzzyxyzzy', 200],
    ['/de?after=wrong', 200],
    ['/de/products/1001', 200],
    ['/de/products/1003?reviews=helpful', 200],
    ['/de/checkout', 200],
    ['/de/sign-in?next=/de/checkout', 200],
    ['/de/register', 200],
    ['/de/nowhere', 404],
    ['/de/products/9999', 404],
  ] as const)
    it(`has no other words at ${path}`, async () => {
      const answer = await pageAt(path);
      expect(answer.status).to.equal(status);
      expect(answer.page.includes('[Bones]')).to.equal(path.includes('search=vit'));
      expect(withoutBrackets(answer.page)).to.deep.equal([]);
    });

  for (const [path, fields, status] of [
    ['/de/products/1001/reviews', { author: '', rating: '9', comment: '' }, 400],
    ['/de/products/1001/reviews', { author: 'A\u202eb', rating: '5', comment: '[x]' }, 400],
    ['/de/customers', {}, 400],
    ['/de/customers', { name: '!', email: 'x', password: 'short' }, 400],
    ['/de/customers', { name: 'Ann', email: 'ann@example.org', password: 'aaaaaaaaaa' }, 400],
    ['/de/sign-in', { email: 'ann@example.org', password: 'wrong' }, 401],
  ] as const)
    it(`refuses ${JSON.stringify(fields)} at ${path} in no other words`, async () => {
      const headers = { ...html, origin: shop.url };
      const body = new URLSearchParams(fields);
      const answer = await fetch(shop.url + path, { method: 'POST', headers, body });
      expect(answer.status).to.equal(status);
      expect(withoutBrackets(await answer.text())).to.deep.equal([]);
    });

  it('has the account of a customer in no other words', async () => {
    const headers = { ...html, origin: shop.url };
    const body = new URLSearchParams({
      name: '[Ann]',
      email: '[ann]@example.org',
      password: 'correct horse staple battery',
    });
    const registered = await fetch(`${shop.url}/de/customers`, { method: 'POST', headers, body, redirect: 'manual' });
    expect([registered.status, registered.headers.get('location')]).to.deep.equal([303, '/de/account']);
    const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const account = await (await fetch(`${shop.url}/de/account`, { headers: { ...html, cookie } })).text();
    expect(withoutBrackets(account).filter((text) => !text.includes('@'))).to.deep.equal([]);
  });

  for (const [path, start] of [
    ['/products/1001', '<html lang="en-IE" dir="ltr">'],
    ['/de/products/1001', '<html lang="de" dir="ltr">'],
    ['/ar/products/1001', '<html lang="ar" dir="rtl">'],
  ] as const)
    it(`says at ${path} which language it is, and nothing in another`, async () => {
      const { page } = await pageAt(path);
      expect(page).to.contain(start);
      expect(page).to.not.match(/<span lang="en/);
    });
});

describe('texts about the desk', () => {
  const others = { de: /Schreibtisch|das Büro|des Büros|\bDesk\b/i, ar: /المكتب/ };
  for (const [locale, word] of Object.entries(others))
    it(`have one name for it: ${locale}`, async () => {
      const names = await readdir(join(root, 'extensions'));
      const files = await Promise.all(
        names.map((name) => readFile(join(root, 'extensions', name, `texts/${locale}.json`), 'utf8').catch(() => '{}')),
      );
      const texts = files.flatMap((file) => Object.values(JSON.parse(file)));
      expect(texts).to.have.length.above(500);
      expect(texts.filter((text) => word.test(String(text)))).to.deep.equal([]);
    });
});
