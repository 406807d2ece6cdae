import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Bundle } from '../../src/bundle/files/bundle.ts';
import { digest } from '../../src/bundle/files/bundle-cache.ts';
import { age, renew, type TemporaryFolder } from '../extensions/extension-folder.ts';
import { build, extensionWith, failure, handler } from './extension-build.ts';

interface BuiltShop extends AsyncDisposable {
  readonly shop: TemporaryFolder;
  readonly bundle: Bundle;
}

// A record is only kept for files that have been there for a while.
async function builtLongAgo(): Promise<BuiltShop> {
  const source = "import { a } from '../../src/a.js';\nimport { b } from 'b';\nexport default [a, b];";
  const shop = await extensionWith(source, {
    'thing/src/a.js': 'export const a = 1;',
    'node_modules/b/package.json': '{ "name": "b", "main": "main.js", "module": "main.js" }',
    'node_modules/b/main.js': 'export const b = 1;',
    'node_modules/b/other.js': 'export const b = 2;',
  });
  const files = [`thing/${handler}`, 'thing/src/a.js', 'node_modules/b/package.json', 'node_modules/b/main.js'];
  await age(...files.map(shop.path));
  const bundle = await build(shop);
  return { shop, bundle, [Symbol.asyncDispose]: async () => shop[Symbol.asyncDispose]() };
}

describe('bundle cache', () => {
  for (const [situation, neighbours] of [
    ['nothing has changed', []],
    ['the shop has another neighbour', ['extensions/other']],
  ] as const)
    context(`when ${situation}`, () => {
      it('skips the build', async () => {
        await using built = await builtLongAgo();
        const record: object = JSON.parse(await readFile(built.shop.path('build/thing.json'), 'utf8'));
        // What only the record can know: a bundle that esbuild would not make of these files.
        const content = 'export const handlers = {}; export const resolvers = [];';
        const bundleHash = digest(content);
        await built.shop.write({
          'build/thing.json': JSON.stringify({ ...record, bundleHash }),
          [`build/thing-${bundleHash}.mjs`]: content,
          'extensions/other/package.json': '{}',
        });
        expect((await build(built.shop, ...neighbours)).hash).to.equal(bundleHash);
      });
    });

  context('when a package in it has become a neighbour', () => {
    it('refuses the import', async () => {
      await using built = await builtLongAgo();
      const { findings } = await failure(build(built.shop, 'node_modules/b'));
      expect(findings.map(({ what }) => what).join()).to.match(
        /imports another extension's file, .*node_modules\/b\/main.js/,
      );
    });
  });

  context('when the files are only just written', () => {
    it('keeps no record, builds again, and leaves an equal bundle as it is', async () => {
      await using shop = await extensionWith('export default 1;');
      await renew(shop.path(`thing/${handler}`));
      const first = await build(shop);
      const written = await stat(first.file);
      expect(await readdir(shop.path('build'))).to.deep.equal([`thing-${first.hash}.mjs`]);
      expect(await build(shop)).to.deep.equal(first);
      expect((await stat(first.file)).mtimeMs).to.equal(written.mtimeMs);
    });
  });

  const changes: Readonly<Record<string, (shop: TemporaryFolder) => Promise<void>>> = {
    'an imported module changes': (shop) => shop.write({ 'thing/src/a.js': 'export const a = 2;' }),
    'a handler is added': (shop) => shop.write({ 'thing/api/addThing/b.ts': 'export default 2;' }),
    'a package changes': (shop) => shop.write({ 'node_modules/b/main.js': 'export const b = 3;' }),
    'a package leads elsewhere': (shop) =>
      shop.write({ 'node_modules/b/package.json': '{ "name": "b", "main": "other.js", "module": "other.js" }' }),
    'a nearer package takes its place': (shop) => shop.write({ 'thing/node_modules/b/index.js': 'exports.b = 4;' }),
    'a nearer module takes its place': async (shop) => {
      await shop.write({ 'thing/src/a.ts': 'export const a = 5;' });
      await shop.remove('thing/src/a.js');
    },
  };
  for (const [situation, change] of Object.entries(changes)) {
    context(`when ${situation}`, () => {
      it('builds anew', async () => {
        await using built = await builtLongAgo();
        expect(await readdir(built.shop.path('build'))).to.include('thing.json');
        await change(built.shop);
        expect((await build(built.shop)).hash).not.to.equal(built.bundle.hash);
      });
    });
  }

  context('when the bundle is gone, cut short, or the record is damaged', () => {
    it('builds anew', async () => {
      await using built = await builtLongAgo();
      const content = await readFile(built.bundle.file);
      await built.shop.remove(`build/thing-${built.bundle.hash}.mjs`);
      await build(built.shop);
      expect(await readFile(built.bundle.file)).to.deep.equal(content);
      await writeFile(built.bundle.file, content.subarray(0, 20));
      await build(built.shop);
      expect(await readFile(built.bundle.file)).to.deep.equal(content);
      await built.shop.write({ 'build/thing.json': '{ "fingerprint": 1' });
      expect((await build(built.shop)).hash).to.equal(built.bundle.hash);
    });
  });
});
