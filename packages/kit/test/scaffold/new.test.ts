import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runStoa, type StoaResult } from '../../../../test/support/run-stoa.ts';
import { fixtureProject } from '../../../../test/support/test-project.ts';

const root = resolve(import.meta.dirname, '../../../..');

const emptyGateway = `version: 1
auth:
  session: { secret: generated }
pages:
  homepage: { path: / }
  cardSums: { path: "/cards/:cardId/sum", access: private, permissions: ["cards:see"] }
system:
  extensions: []
`;

/** A shop that has no extension yet, with the packages of this repository. */
async function emptyShop(text = emptyGateway): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-new-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/stoa'));
  for (const name of [
    '@expo-google-fonts',
    '@stoa',
    '@types',
    '@zxcvbn-ts',
    'bidi-js',
    'csv-parse',
    'dataloader',
    'marked',
    'mocha',
    'otpauth',
    'pdfkit',
    'qr',
    'react',
    'express',
    'graphql',
    'node',
  ])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, text);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const config = JSON.parse(await readFile(join(root, 'packages/create-stoa/template/tsconfig.json'), 'utf8'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return file;
}

describe('stoa new', () => {
  let file: string;
  before(async () => {
    file = await emptyShop();
  });
  after(() => rm(resolve(file, '..'), { recursive: true, force: true }));

  const make = (...words: readonly string[]): Promise<StoaResult> => runStoa(['new', ...words, '--yes'], { file });

  /** The end of stderr of a part that is not written. */
  const refused = async (...words: readonly string[]): Promise<string> => (await make(...words)).stderr;

  it('writes parts that check, tsc and their own tests pass as they are', async function () {
    this.timeout(600_000);
    for (const words of [
      ['extension', 'gift-cards', '--fields', 'title: String!, amount: Float, soldOut: Boolean!'],
      ['endpoint', 'redeemCard', '--path', '/cards/:cardId/redeem', '--access', 'private'],
      ['endpoint', 'cards', '--method', 'GET'],
      ['endpoint', 'addScan', '--upload', 'scan'],
      ['type', 'Voucher'],
      // PostgreSQL reserves these names.
      ['type', 'Order', '--fields', 'from: String!, to: String'],
      ['migration', 'index-from-of-order'],
      ['field', 'GiftCard.label', '--type', 'Int!'],
      ['component', 'CardBanner'],
      // The extension's own test has this name, too.
      ['page', 'giftCards', '--path', '/cards-page'],
      ['island', 'CardCounter', '--page', 'giftCards'],
      ['component', 'CardSum', '--page', 'cardSums'],
      ['migration', 'add-note-to-voucher'],
      ['setting', 'sender', '--default', 'Stoa'],
      ['setting', 'freeFrom', '--type', 'number', '--default', '50', '--live', 'yes'],
      ['life'],
      ['event', 'card.redeemed'],
      ['subscriber', 'note', '--event', 'card.redeemed'],
      ['job', 'nightly', '--cron', '0 4 * * *'],
      ['mail', 'card-sent'],
    ]) {
      const { code, stderr } = await make(...words);
      expect([code, stderr], words.join(' ')).to.deep.equal([0, '']);
    }
    const settings = await readFile(resolve(file, '../extensions/gift-cards/settings.schema.json'), 'utf8');
    expect(JSON.parse(settings).properties).to.deep.equal({
      sender: { type: 'string', default: 'Stoa' },
      freeFrom: { type: 'number', default: 50, live: true },
    });
    expect(await refused('setting', 'sender')).to.include('there is a setting "sender" already');
    expect(await refused('setting', 'size', '--type', 'date')).to.include('"date" is no type of a new setting');
    expect(await refused('setting', 'size', '--type', 'integer', '--default', '1.5')).to.include('"1.5" is no integer');
    const check = await runStoa(['check', '--strict', '--no-database'], { file });
    expect([check.code, check.stdout]).to.deep.equal([
      0,
      'Nothing to fix.\nMigrations that ran were not looked at: as asked.\n',
    ]);
    // Types of Stoa's own sources are checked elsewhere.
    const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit'], {
      cwd: resolve(file, '..'),
      encoding: 'utf8',
    });
    expect(tsc.stdout.split('\n').filter((line) => line.startsWith('extensions/'))).to.deep.equal([]);
    const test = await runStoa(['test'], { file });
    expect([test.code, test.stdout.includes('failing')], test.stdout).to.deep.equal([0, false]);
  });

  it('removes what it has written when the shop does not start with it', async () => {
    const folder = resolve(file, '../extensions');
    const before = await readdir(folder, { recursive: true });
    const { code, stdout, stderr } = await make('field', 'Nothing.label', '--type', 'Int');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.include('Nothing is written: the shop does not start with it.').and.include('extends "Nothing"');
    expect(await readdir(folder, { recursive: true })).to.have.members(before);
  });

  it('adds a text where the extension has its texts, and writes nothing into a file that is no JSON', async () => {
    const shop = await emptyShop();
    const folder = resolve(shop, '../extensions/hats');
    const run = (...words: readonly string[]) => runStoa(['new', ...words, '--yes'], { file: shop });
    await run('extension', 'hats', '--fields', 'name: String!');
    await rm(join(folder, 'texts'), { recursive: true, force: true });
    await mkdir(join(folder, 'texts'));
    await writeFile(join(folder, 'texts/de.json'), '\uFEFF{ "hat": "Hut" }\n');
    expect((await run('component', 'HatBanner')).code).to.equal(0);
    expect(await readdir(join(folder, 'texts'))).to.deep.equal(['de.json']);
    expect(Object.keys(JSON.parse(await readFile(join(folder, 'texts/de.json'), 'utf8')))).to.include('hat');

    await writeFile(join(folder, 'texts/de.json'), '{ "hat": "Hut", }\n');
    const before = await readdir(folder, { recursive: true });
    const { code, stderr } = await run('component', 'HatShelf');
    expect([code, stderr]).to.deep.equal([1, stderr]);
    expect(stderr).to.include(`${join(folder, 'texts/de.json')} is no JSON: `);
    expect(await readdir(folder, { recursive: true })).to.have.members(before);
    await rm(resolve(shop, '..'), { recursive: true, force: true });
  });

  it('adds a field to a type of another extension, which has pages and forms of its own', async () => {
    const shop = await emptyShop(await readFile(join(root, 'gateway.yaml'), 'utf8'));
    const folder = resolve(shop, '..');
    await cp(join(root, 'extensions'), join(folder, 'extensions'), { recursive: true });
    for (const words of [
      ['extension', 'loyalty'],
      ['field', 'Customer.points', '--type', 'Int!', '--extension', 'loyalty'],
    ]) {
      const { code, stderr } = await runStoa(['new', ...words, '--yes'], { file: shop });
      expect([code, stderr], words.join(' ')).to.deep.equal([0, '']);
    }
    const test = await runStoa(['test', 'loyalty'], { file: shop });
    expect([test.code, test.stdout.includes('failing')], test.stdout).to.deep.equal([0, false]);
    await rm(folder, { recursive: true, force: true });
  });

  it('adds to a list of another extension, in the words of its owner', async () => {
    const shop = await fixtureProject('gathered-shop');
    const graphql = resolve(shop, '../extensions/card/graphql');
    await writeFile(join(graphql, 'card.graphql'), 'extend type Query {\n  cards: Int\n}\n');
    await writeFile(join(graphql, 'card.resolvers.ts'), 'export default { Query: { cards: () => 1 } };\n');
    for (const name of ['Query.paymentMethods', 'Mutation.startPayment']) {
      const { code, stderr } = await runStoa(['new', 'contribution', name, '--extension', 'card', '--yes'], {
        file: shop,
      });
      expect([code, stderr], name).to.deep.equal([0, '']);
    }
    expect(
      await readFile(join(graphql, 'Query.paymentMethods.graphql'), 'utf8'),
    ).to.equal(`type CardPaymentMethod implements PaymentMethod {
  code: ID!
  label: String!
}

extend type Query {
  paymentMethods(cart: ID!): [PaymentMethod!]! @contribute
}
`);
    const check = await runStoa(['check', '--no-database'], { file: shop });
    expect([check.code, check.stdout.includes('Nothing to fix.')], check.stdout).to.deep.equal([0, true]);
    const test = await runStoa(['test', 'card'], { file: shop });
    expect([test.code, test.stdout.includes('failing')], test.stdout).to.deep.equal([0, false]);
  });

  for (const [kind, name] of [
    ['event', 'card.lost'],
    ['mail', 'card-lost'],
  ] as const)
    it(`refuses the ${kind} of an extension without a database`, async () => {
      const shop = await fixtureProject('gathered-shop');
      const { code, stderr } = await runStoa(['new', kind, name, '--extension', 'card', '--yes'], { file: shop });
      expect([code, stderr.includes('npx stoa new type Note --extension card')], stderr).to.deep.equal([1, true]);
    });

  for (const [what, words, reason] of [
    ['a list that there is not', ['contribution', 'Query.nothing'], 'no extension lets others add to "Query.nothing"'],
    ['a name that is none', ['type', 'voucher'], '"voucher" cannot be it'],
    ['a name of an event that is too long', ['event', `card.${'x'.repeat(96)}`], 'x" cannot be it'],
    ['a part that is there', ['type', 'Voucher'], 'Voucher.graphql is there already'],
    ['an extension that is there', ['extension', 'gift-cards'], 'gift-cards is there already'],
    ['a page that there is not', ['component', 'Box', '--page', 'nowhere'], 'there is no page "nowhere"'],
    ['a method that there is not', ['endpoint', 'a', '--method', 'FETCH'], '"FETCH" is no method of a route'],
    ['an access that there is not', ['endpoint', 'a', '--access', 'all'], '"all" is no access'],
    [
      'a file without a body',
      ['endpoint', 'a', '--method', 'GET', '--upload', 'b'],
      'only a route with a body takes a file',
    ],
    ['a field without a type', ['type', 'Box', '--fields', 'a: Strin'], '"a: Strin" is no field of a new type'],
    ['a field of another type', ['field', 'Voucher.box', '--type', 'Box'], '"Box" is no type of a new field'],
    ['a migration that says nothing', ['migration', 'tidy'], '"tidy" does not say which SQL it is'],
    ['an extension that there is not', ['type', 'Box', '--extension', 'boxes'], 'npx stoa new extension boxes'],
    ['no name', ['type'], 'the name of the type, e.g. GiftCard is missing'],
  ] as const)
    it(`refuses ${what}, and writes nothing`, async () => {
      const { code, stderr, stdout } = await make(...words);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.include(`Nothing is written: `).and.include(reason).and.include('fix: ');
    });
});
