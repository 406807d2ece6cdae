import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../../src/config/index.ts';
import { assemble } from '../../../../src/gateway/index.ts';
import { fixtureProject } from '../../../../test/support/test-project.ts';
import { diffShops } from '../../src/diff/diff-shops.ts';
import { composeSupergraph } from '../../src/export/supergraph/compose-supergraph.ts';
import { lintLiterals } from '../../src/lints/lint-literals.ts';
import { contractOf } from '../../src/shop/contract/contracts-of.ts';
import { readShop } from '../../src/shop/index.ts';
import { TypeWriter } from '../../src/types/typed-files.ts';

const environment = { DATABASE_URL: 'postgresql://localhost/any' };
const sdl = 'extensions/stock/graphql/Stock.graphql';
const order = 'extensions/checkout/api/order/order.ts';
const manifest = 'extensions/checkout/package.json';

type Edit = readonly [file: string, from: string, to: string];

/** A copy of the shop with other texts. */
async function shopWith(...edits: readonly Edit[]): Promise<string> {
  const file = await fixtureProject('internal-fields');
  for (const [name, from, to] of edits) {
    const path = join(dirname(file), name);
    const text = await readFile(path, 'utf8');
    expect(text).to.include(from);
    await writeFile(path, text.replace(from, to));
  }
  return file;
}

async function assembled(...edits: readonly Edit[]) {
  const config = await loadConfig(await shopWith(...edits), { environment });
  const assembly = await assemble(config);
  await assembly.release();
  return assembly;
}

async function lintsOf(...edits: readonly Edit[]): Promise<readonly string[]> {
  const found = await lintLiterals(await assembled(...edits));
  return found.map(({ code, what, where }) => `${code} ${where.line} ${what}`);
}

async function changesOf(...edits: readonly Edit[]): Promise<readonly string[]> {
  const [before, after] = await Promise.all([shopWith(), shopWith(...edits)]);
  const changes = await diffShops(await readShop(before, { environment }), await readShop(after, { environment }));
  return changes.map(({ level, code, name, affects }) => {
    const users = affects.map((one) => `${one.name} ${one.how}`).toSorted();
    return `${level} ${code} ${name} [${users.join('; ')}]`;
  });
}

describe('internal fields in the kit', () => {
  it('are in the types of context.query where uses name them, and only there', async () => {
    const typesOf = async (...edits: readonly Edit[]): Promise<string> => {
      const { config, manifests } = await assembled(...edits);
      const files = await new TypeWriter().compare(config, manifests);
      return files.find(({ extension }) => extension.id === 'checkout')?.text ?? '';
    };
    expect(await typesOf())
      .to.include('readonly purchasePrice: number | null;')
      .and.include('reserveStock(input:');
    const without = await typesOf([manifest, '"Mutation.reserveStock", ', '']);
    expect(without).to.include('readonly purchasePrice: number | null;').and.not.include('reserveStock(input:');
  });

  it('have a lint for a document that names one without uses, and for uses that nothing names', async () => {
    expect(await lintsOf()).to.deep.equal([]);
    expect(await lintsOf([manifest, '"Mutation.reserveStock", ', ''])).to.deep.equal([
      'USES_MISSING 3 asks for "Mutation.reserveStock", which is internal, and checkout does not use it: context.query refuses it',
    ]);
    expect(await lintsOf([order, '{ reservedPieces shelves', '{ shelves'])).to.deep.equal([
      'LINT_USES_UNUSED 6 uses "Query.reservedPieces", which no document of checkout asks for',
    ]);
  });

  it('are not reported as missing where their owner cannot be read', async () => {
    const { findings } = await readShop(await shopWith([sdl, 'type Mutation {', 'type Mutation [']), { environment });
    expect(findings.map(({ where }) => where.file?.split('/').at(-1))).to.deep.equal(['Stock.graphql']);
  });

  it('are no finding where they are optional, and neither are documents with them', async () => {
    expect(await lintsOf([manifest, '"Mutation.reserveStock"', '"Mutation.reserveStock?"'])).to.deep.equal([]);
    expect(await lintsOf([manifest, ', "Mutation.stampOrder?"', ''])).to.deep.equal([
      'LINT_DOCUMENT_INVALID 37 Unknown type "StampInput".',
      'LINT_DOCUMENT_INVALID 37 Cannot query field "stampOrder" on type "Mutation".',
    ]);
  });

  it('make a neighbour optional in the contract where all that is asked of it is', async () => {
    const needOf = async (...edits: readonly Edit[]) => {
      const shop = await readShop(await shopWith(...edits), { environment });
      const checkout = shop.manifests.find(({ id }) => id === 'checkout');
      if (checkout === undefined) throw new Error('there is no checkout');
      const { needs } = await contractOf(checkout, shop);
      const without = { ...shop, manifests: [checkout], documents: [] };
      const kept = await contractOf(checkout, without, await contractOf(checkout, shop));
      return [needs.extensions.stock?.optional, kept.needs.extensions.stock?.optional];
    };
    expect(await needOf()).to.deep.equal([undefined, undefined]);
    const uses = '"Mutation.reserveStock", "Query.reservedPieces", "Shelf.purchasePrice"';
    const graphql = 'extensions/checkout/graphql/Checkout.graphql';
    expect(
      await needOf(
        [manifest, uses, '"Mutation.reserveStock?"'],
        [order, "'{ reservedPieces shelves { id purchasePrice margin } }'", "''"],
        [graphql, await readFile(join('test/fixtures/internal-fields', graphql), 'utf8'), 'type Query { till: Int }'],
      ),
    ).to.deep.equal([true, true]);
  });

  it('name the users of one that goes, or that takes other arguments', async () => {
    const users = '[checkout names it in "uses"; checkout.order asks for Mutation.reserveStock]';
    expect(await changesOf([sdl, '  reserveStock(', '  holdStock('])).to.deep.include.members([
      `breaking FIELD_REMOVED Mutation.reserveStock ${users}`,
      'breaking USES_UNKNOWN USES_UNKNOWN []',
    ]);
    expect(
      await changesOf([sdl, 'reserveStock(input: ReserveInput!)', 'reserveStock(input: ReserveInput!, for: ID!)']),
    ).to.deep.equal([
      'breaking FIELD_ARGUMENT_ADDED Mutation.reserveStock.for [checkout.order asks for Mutation.reserveStock]',
    ]);
  });

  it('break clients where a public field becomes one, and no client where one becomes public', async () => {
    const [breaking] = await changesOf([sdl, 'shelves: [Shelf!]!', 'shelves: [Shelf!]! @internal']);
    expect(breaking).to.match(/^breaking /);
    expect(await changesOf([sdl, 'purchasePrice: Int @internal', 'purchasePrice: Int'])).to.deep.equal([
      'dangerous USES_NOT_INTERNAL USES_NOT_INTERNAL []',
      'safe FIELD_ADDED Shelf.purchasePrice []',
    ]);
  });

  it('are not in an exported supergraph, where the gateway gives what requires one', async () => {
    const addresses = { gateway: 'http://shop:3000', extensions: new Map<string, string>() };
    const compose = async (...edits: readonly Edit[]): Promise<string> => {
      const { config, ...shop } = await assembled(...edits);
      return composeSupergraph(config, shop, addresses).sdl;
    };
    const resolvers = 'extensions/checkout/graphql/Checkout.graphql';
    const text = await compose([resolvers, ' @requires(fields: "purchasePrice")', '']);
    expect(text)
      .to.include('shelves')
      .and.not.match(/reserve|purchase|internal/i);
    const joined = await compose();
    expect(joined)
      .to.match(/MARGIN/i)
      .and.not.match(/reserve|purchase|internal/i);
  });
});
