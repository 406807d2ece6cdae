import { expect } from 'chai';
import { textsIn } from '#extension-ui';
import { discovered, endpointWith, soundRoute } from './extension-folder.ts';

const facts = { locale: 'de-AT', locales: ['en-IE', 'de-AT'], currency: 'EUR', decimals: 2, timeZone: 'UTC' };

/** Writes one text of an English file. */
async function write(text: string, values: Readonly<Record<string, unknown>> = {}, locale = 'en-IE'): Promise<string> {
  const { manifest, findings } = await discovered({
    [`texts/${locale.slice(0, 2)}.json`]: JSON.stringify({ key: text }),
  });
  expect(findings.map(({ what }) => what)).to.deep.equal([]);
  return textsIn(manifest.texts, { ...facts, locale, locales: [locale] })('key', values);
}

describe('texts', () => {
  // Intl of some versions of Node writes forints without decimals.
  for (const text of ['{n, number, price}', '{n, number, ::currency/HUF}'])
    it(`write ${text} with the decimals of the shop's currency`, async () => {
      const { manifest } = await discovered({ 'texts/en.json': JSON.stringify({ key: text }) });
      const shop = { ...facts, locale: 'en-IE', locales: ['en-IE'], currency: 'HUF', decimals: 2 };
      expect(String(textsIn(manifest.texts, shop)('key', { n: 12.5 }))).to.equal('HUF\u00A012.50');
    });

  for (const [text, values, written] of [
    ['Plain', {}, 'Plain'],
    ['Hello, {name}', { name: 'Ada' }, 'Hello, Ada'],
    ["It''s '{literal}' at {n}", { n: 1234 }, "It's {literal} at 1,234"],
    ['{n, number} {n, number, integer} {n, number, percent}', { n: 0.5 }, '0.5 1 50%'],
    ['{n, number, price}', { n: 2 }, '€2.00'],
    ['{n, number, ::currency/USD}', { n: 2 }, 'US$2.00'],
    ['{n, number, ::currency/JPY}', { n: 2 }, 'JP¥2'],
    ['{n, number, ::percent scale/100}', { n: 0.5 }, '5,000%'],
    ['{d, date, short} {d, time, short}', { d: '2026-03-04T05:06:00Z' }, '04/03/2026 05:06'],
    ['{d, date, ::yMMMd}', { d: new Date(0) }, '1 Jan 1970'],
    ['{n, plural, =0 {none} one {# thing} other {# things}}', { n: 0 }, 'none'],
    ['{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}', { n: 2 }, 'you and 1 other'],
    ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }, '22nd'],
    ['{who, select, a {A} other {B}} {who}', { who: 'c' }, 'B c'],
    ['<b>bold</b> <i>{n}</i>', { n: 1, b: (words: unknown) => `[${words}]` }, '[bold] 1'],
  ] as const)
    it(`writes "${text}" as "${written}"`, async () => {
      expect(await write(text, values)).to.equal(written);
    });

  it('has the plurals of the locale', async () => {
    const text = '{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}';
    const forms = await Promise.all([0, 1, 2, 3, 11, 100].map((n) => write(text, { n }, 'ar')));
    expect(forms.join('')).to.equal('zotfmx');
  });

  it('throws for a value that is missing, and for a key that is unknown', async () => {
    const { manifest } = await discovered({ 'texts/en.json': '{ "hello": "Hello, {name}" }' });
    const text = textsIn(manifest.texts, facts);
    expect(() => text('hello')).to.throw('a value for "name"');
    expect(() => text('toString')).to.throw('texts/ has no text "toString"');
  });

  it('are those of the locale, else of its language, else of the default, else of any', async () => {
    const { manifest } = await discovered({
      'texts/en.json': '{ "a": "en a", "b": "en b", "c": "en c" }',
      'texts/de.json': '{ "a": "de a", "b": "de b" }',
      'texts/de-AT.json': '{ "a": "de-AT a" }',
    });
    const text = textsIn(manifest.texts, facts);
    expect(['a', 'b', 'c'].map((key) => text(key))).to.deep.equal(['de-AT a', 'de b', 'en c']);
    expect(textsIn(manifest.texts, { ...facts, locale: 'fr', locales: ['fr'] })('a')).to.equal('en a');
  });

  for (const [situation, files, place, what] of [
    ['no JSON', { 'en.json': '{ "a": }' }, 'texts/en.json:1', 'has "}" where a value should stand'],
    ['a list', { 'en.json': '["a"]' }, 'texts/en.json:1', 'is not an object of texts'],
    ['an object in it', { 'en.json': '{\n "a": { "b": "c" } }' }, 'texts/en.json:2', '"a" is not a text'],
    [
      'a brace that is open',
      { 'en.json': '{\n "a": "Hi {name" }' },
      'texts/en.json:2',
      '"a" is not in ICU MessageFormat',
    ],
    [
      'a plural without other',
      { 'en.json': '{ "a": "{n, plural, one {x}}" }' },
      'texts/en.json:1',
      'missing other clause',
    ],
    [
      'a style that is none',
      { 'en.json': '{ "a": "{n, number, money}" }' },
      'texts/en.json:1',
      '"money" is no style of numbers',
    ],
    [
      'a time style that is none',
      { 'en.json': '{ "a": "{n, date, big}" }' },
      'texts/en.json:1',
      '"big" is no style of times',
    ],
    [
      'a name for two kinds',
      { 'en.json': '{ "a": "{n, number} {n, date}" }' },
      'texts/en.json:1',
      '"n" is a number and a time',
    ],
    ['a name that is no locale', { 'english.json': '{}' }, 'texts/english.json:1', 'is not called by a locale'],
    ['another ending', { 'en.yaml': '{}' }, 'texts/en.yaml:1', 'is not called by a locale'],
    ['a folder', { 'en/a.json': '{}' }, 'texts/en:1', 'is a folder in texts/'],
    [
      'an argument too many',
      { 'en.json': '{ "a": "{n}" }', 'de.json': '{\n "a": "{m}" }' },
      'texts/de.json:2',
      '"a" in de has the argument "m", and not in en',
    ],
    [
      'an argument of another kind',
      { 'en.json': '{ "a": "{n}" }', 'de.json': '{ "a": "{n, number}" }' },
      'texts/de.json:1',
      'takes "n" for a number',
    ],
  ] as const)
    it(`are a finding with ${situation}`, async () => {
      const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [`texts/${name}`, text]));
      const { findings, places } = await discovered(named);
      expect(places.map((one) => one.replace(/(:\d+):\d+$/, '$1'))).to.deep.equal([`TEXT_INVALID ${place}`]);
      expect(findings[0]?.what).to.contain(what);
    });

  it('are what a message of route.json names', async () => {
    const route = {
      ...soundRoute,
      consumes: ['multipart'],
      body: { a: { type: 'String!', message: 'aWrng' } },
      files: { b: { picture: true, message: 'bWrong' } },
    };
    const { findings } = await discovered({ ...endpointWith(route), 'texts/en.json': '{ "aWrong": "No {rule}" }' });
    expect(findings.map(({ what, fix }) => `${what} ${fix}`)).to.deep.equal([
      '"message" of "a" is "aWrng", and texts/ has no such key Did you mean "aWrong"?',
      '"message" of "b" is "bWrong", and texts/ has no such key Did you mean "aWrong"?',
    ]);
  });

  it('have no other values than a message of route.json is given', async () => {
    const route = { ...soundRoute, consumes: ['form'], body: { a: { type: 'String!', message: 'tooLong' } } };
    const { findings } = await discovered({ ...endpointWith(route), 'texts/en.json': '{ "tooLong": "Up to {max}" }' });
    expect(findings.map(({ what, fix }) => `${what} ${fix}`)).to.deep.equal([
      '"message" of "a" is "tooLong", whose value "max" is never given It may have: rule, limit.',
    ]);
  });
});
