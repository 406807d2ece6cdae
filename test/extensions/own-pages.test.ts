import { expect } from 'chai';
import { type Config, readConfig } from '#config';
import { discoverExtensions } from '../../src/extensions/discover-extensions.ts';
import { withOwnPages } from '../../src/extensions/pages/with-own-pages.ts';
import { type Files, itReports, temporaryFolder } from './extension-folder.ts';

const component = { 'pages/vouchers/Vouchers.tsx': '' };
const page = (json: object | string, group = 'vouchers'): Files => ({
  [`pages/${group}/page.json`]: typeof json === 'string' ? json : JSON.stringify(json),
});

describe('page.json', () => {
  itReports([
    ['is no JSON', { ...component, ...page('{ path }') }, 'PAGE_JSON_SYNTAX pages/vouchers/page.json:1:3'],
    ['has no path', { ...component, ...page({}) }, 'PAGE_JSON_INVALID pages/vouchers/page.json:1:1'],
    ['has an unknown key', page({ path: '/v', pathh: '/v' }), 'PAGE_JSON_INVALID pages/vouchers/page.json:1:14'],
    ['has a wrong access', page({ path: '/v', access: 'open' }), 'PAGE_JSON_INVALID pages/vouchers/page.json:1:23'],
    [
      'has a wrong permission',
      page({ path: '/v', permissions: ['x'] }),
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:29',
    ],
    ['has a wrong path', page({ path: 'v' }), 'PAGE_PATH_INVALID pages/vouchers/page.json:1:9'],
    ['takes a path of the gateway', page({ path: '/assets/v' }), 'PAGE_PATH_RESERVED pages/vouchers/page.json:1:9'],
    ['is of every page', page({ path: '/v' }, 'all'), 'PAGE_JSON_INVALID pages/all/page.json:1'],
    ['is of a group with a dash', page({ path: '/v' }, 'my-page'), 'PAGE_JSON_INVALID pages/my-page/page.json:1'],
    [
      'is optional, with another key',
      page({ optional: true, access: 'private' }),
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:13',
    ],
    ['is optional, but false', page({ optional: false }), 'PAGE_JSON_INVALID pages/vouchers/page.json:1:13'],
    [
      'has a frame of no name',
      page({ path: '/v', common: 'my frame' }),
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:23',
    ],
    [
      'is an entry of a menu, and has parameters',
      { ...page({ path: '/v/:code', menu: { name: 'm', text: 'a' } }), 'texts/en.json': '{ "a": "A" }' },
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:27',
    ],
    [
      'has a label in a menu that is no text',
      { ...page({ path: '/v', menu: { name: 'm', text: 'a' } }), 'texts/en.json': '{ "b": "B" }' },
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:21',
    ],
    [
      'has a label in a menu, and the extension no texts',
      { ...component, ...page({ path: '/v', menu: { name: 'm', text: 'a' } }) },
      'PAGE_JSON_INVALID pages/vouchers/page.json:1:21',
    ],
    [
      'is misspelt',
      { ...component, 'pages/vouchers/pages.json': '{}' },
      'EXTENSION_FILE_UNKNOWN pages/vouchers/pages.json:1',
    ],
  ]);
});

interface Shop {
  readonly config: Config;
  /** Each as `CODE file:line:column what`. */
  readonly findings: readonly string[];
}

/** The pages of a shop with two extensions, `one` and `two`. */
async function shopOf(yaml: string, files: Files): Promise<Shop> {
  const extensions = ['one', 'two'].map((name) => `{ name: ${name}, resolve: ./${name} }`);
  const text = `version: 1\n${yaml}\nsystem: { extensions: [${extensions}] }\n`;
  const sdl = { 'one/graphql/One.graphql': 'type One { a: Int }', 'two/graphql/Two.graphql': 'type Two { a: Int }' };
  await using shop = await temporaryFolder({ 'gateway.yaml': text, ...sdl, ...files });
  const read = await readConfig(shop.path('gateway.yaml'), { environment: {} });
  const { manifests, findings } = await discoverExtensions(read.config ?? expect.fail(JSON.stringify(read.findings)));
  expect(findings).to.deep.equal([]);
  const owned = withOwnPages(read.config ?? expect.fail(), manifests);
  const place = ({ file, line, column }: { file: string; line?: number; column?: number }): string =>
    [file.replace(`${shop.folder}/`, ''), line, column].join(':');
  return {
    config: owned.config,
    findings: owned.findings.map(({ code, where, what, related = [] }) =>
      [code, place(where), what, ...related.map(place)].join(' | '),
    ),
  };
}

const vouchers = (json: object, extension = 'one', group = 'vouchers'): Files => ({
  [`${extension}/pages/${group}/page.json`]: JSON.stringify(json),
});

describe('the pages of a shop', () => {
  it('are those of gateway.yaml and of extensions, with defaults', async () => {
    const { config, findings } = await shopOf(
      '',
      vouchers({ path: '/vouchers/:code', query: ['sort'], common: false }),
    );
    const { places, ...brought } = config.pages.vouchers ?? expect.fail();
    expect([findings, brought]).to.deep.equal([
      [],
      { path: '/vouchers/:code', access: 'public', permissions: [], query: ['sort'], common: false },
    ]);
    expect([...(places?.keys() ?? [])]).to.deep.equal(['path', 'query', 'common']);
    expect(config.pages).to.have.property('homepage');
  });

  it('are overridden by gateway.yaml key by key', async () => {
    const { config, findings } = await shopOf(
      'pages: { vouchers: { path: /gifts, permissions: ["a:b"] } }',
      vouchers({ path: '/vouchers', access: 'private', permissions: ['c:d'], query: ['sort'] }),
    );
    const { places: _, ...brought } = config.pages.vouchers ?? expect.fail();
    expect([findings, brought]).to.deep.equal([
      [],
      { path: '/gifts', access: 'private', permissions: ['a:b'], query: ['sort'] },
    ]);
  });

  it('may replace a default of gateway.yaml, which nothing has written', async () => {
    const { config, findings } = await shopOf('', vouchers({ path: '/pay' }, 'one', 'checkout'));
    expect([findings, config.pages.checkout?.path]).to.deep.equal([[], '/pay']);
  });

  it('may be the sign-in page', async () => {
    const { findings } = await shopOf(
      'auth: { session: { signInPage: login } }',
      vouchers({ path: '/login', whenSignedIn: 'account' }, 'two', 'login'),
    );
    expect(findings).to.deep.equal([]);
  });

  describe('with a frame of their own', () => {
    const framed = vouchers({ path: '/vouchers', common: 'desk' });
    const frame = (extension: string): Files => ({ [`${extension}/pages/desk/Frame.tsx`]: '' });

    it('rest where no extension has components for it', async () => {
      const { config, findings } = await shopOf('', framed);
      expect([findings, config.pages.vouchers?.rests]).to.deep.equal([[], true]);
    });

    it('are served where one has', async () => {
      const { config } = await shopOf('', { ...framed, ...frame('two') });
      expect(config.pages.vouchers).to.not.have.property('rests');
    });

    it('rest where one only adds to a frame that may be missing', async () => {
      const adds: Files = { ...frame('two'), 'two/pages/desk/page.json': '{ "optional": true }' };
      expect((await shopOf('', { ...framed, ...adds })).config.pages.vouchers?.rests).to.equal(true);
    });
  });

  describe('that are optional', () => {
    const optional = vouchers({ optional: true }, 'two');

    it('rest where no extension brings them', async () => {
      const { config, findings } = await shopOf('', optional);
      expect([findings, config.pages.vouchers?.rests]).to.deep.equal([[], true]);
    });

    it('are those of the extension that brings them', async () => {
      const { config, findings } = await shopOf('', { ...optional, ...vouchers({ path: '/vouchers' }) });
      expect([findings, config.pages.vouchers?.path, config.pages.vouchers?.rests]).to.deep.equal([
        [],
        '/vouchers',
        undefined,
      ]);
    });
  });

  const json = { path: '/vouchers' };
  for (const [given, yaml, files, ...expected] of [
    [
      'one group of two extensions',
      '',
      { ...vouchers(json), ...vouchers({ path: '/other' }, 'two') },
      'PAGE_COLLISION | two/pages/vouchers/page.json:1:9 | a second extension brings the page "vouchers" | one/pages/vouchers/page.json:1:9',
    ],
    [
      'one path of two extensions',
      '',
      { ...vouchers({ path: '/v/:a' }), ...vouchers({ path: '/v/:b' }, 'two', 'gifts') },
      'PAGE_COLLISION | two/pages/gifts/page.json:1:9 | the path "/v/:b" matches the same addresses as that of the page "vouchers" | one/pages/vouchers/page.json:1:9',
    ],
    [
      'a path that gateway.yaml has',
      'pages: { gifts: { path: /vouchers } }',
      vouchers(json),
      'PAGE_COLLISION | one/pages/vouchers/page.json:1:9 | the path "/vouchers" matches the same addresses as that of the page "gifts" | gateway.yaml:2:19',
    ],
    [
      'a page of gateway.yaml without a path',
      'pages: { gifts: { access: private } }',
      vouchers(json),
      'CONFIG_INVALID | gateway.yaml:2:10 | "pages/gifts" has no path, and no extension brings a page of that name',
    ],
    [
      'permissions of a public page',
      '',
      vouchers({ ...json, permissions: ['a:b'] }),
      'PAGE_JSON_INVALID | one/pages/vouchers/page.json:1:35 | the page "vouchers" has permissions, but is public',
    ],
    [
      'permissions of a public page of gateway.yaml',
      'pages: { homepage: { permissions: ["a:b"] } }',
      {},
      'CONFIG_INVALID | gateway.yaml:2:22 | the page "homepage" has permissions, but is public',
    ],
    [
      'a query parameter that every page has',
      '',
      vouchers({ ...json, query: ['userId'] }),
      'PAGE_JSON_INVALID | one/pages/vouchers/page.json:1:29 | the query parameter "userId" has the name of another value of the page',
    ],
    [
      'a page for signed-in callers that is none',
      '',
      vouchers({ ...json, whenSignedIn: 'acount' }),
      'CONFIG_INVALID | one/pages/vouchers/page.json:1:36 | "whenSignedIn" is "acount", which is no page group',
    ],
    [
      'a page for signed-in callers that sends them away',
      'pages: { signIn: { path: /sign-in, whenSignedIn: signIn } }',
      {},
      'CONFIG_INVALID | gateway.yaml:2:36 | "whenSignedIn" is "signIn", which sends signed-in callers away, too',
    ],
    [
      'a page for signed-in callers with parameters',
      'pages: { signIn: { path: /sign-in, whenSignedIn: productPage } }',
      {},
      'CONFIG_INVALID | gateway.yaml:2:36 | "whenSignedIn" is "productPage", a page whose path has parameters',
    ],
    [
      'a sign-in page that is none',
      'auth: { session: { signInPage: voucher } }',
      vouchers(json),
      'CONFIG_INVALID | gateway.yaml:2:20 | "auth.session.signInPage" is "voucher", which is no page group',
    ],
    [
      'a sign-in page that guests may not see',
      'auth: { session: { signInPage: account } }',
      {},
      'CONFIG_INVALID | gateway.yaml:2:20 | "auth.session.signInPage" is a private page, which no guest can see',
    ],
    [
      'a sign-in page with parameters',
      'auth: { session: { signInPage: productPage } }',
      {},
      'CONFIG_INVALID | gateway.yaml:2:20 | "auth.session.signInPage" is a page whose path has parameters, which have no values there',
    ],
  ] as const)
    it(`have a finding: ${given}`, async () => {
      expect((await shopOf(yaml, files)).findings).to.deep.equal(expected);
    });
});
