import { expect } from 'chai';
import type { ExtensionConfig } from '#config';
import { discoverExtensions } from '../../src/extensions/discover-extensions.ts';
import { extensionId, type Files, temporaryFolder } from './extension-folder.ts';

const sdl = { 'graphql/A.graphql': 'type A { a: Int }' };

function under(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}

/** Discovers in a shop of these files; `extensions` maps names to what they resolve to. */
async function discover(
  files: Files,
  extensions: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof discoverExtensions>> & { readonly shop: string }> {
  await using shop = await temporaryFolder(files);
  const entries = Object.entries(extensions).map(
    ([name, resolve], index): ExtensionConfig => ({
      name: extensionId(name),
      resolve: resolve.replace('SHOP', shop.folder),
      placement: { kind: 'in-process' },
      timeoutMs: undefined,
      permissions: [],
      declaredAt: { file: shop.path('gateway.yaml'), line: index + 1, column: 1 },
    }),
  );
  return { ...(await discoverExtensions({ folder: shop.folder, extensions: entries })), shop: shop.folder };
}

describe('discoverExtensions', () => {
  context('when every extension is there', () => {
    it("gives their manifests in gateway.yaml's order, however they resolve", async () => {
      const files = {
        ...under('extensions/b', sdl),
        ...under('a', sdl),
        ...under('node_modules/@team/c', sdl),
        ...under('packages/d', sdl),
        'node_modules/d': { link: '../packages/d' },
        ...under('e', sdl),
      };
      const { manifests, findings, shop } = await discover(files, {
        b: './extensions/b',
        a: 'a',
        c: '@team/c',
        d: 'd',
        e: 'SHOP/e',
      });
      expect(findings).to.deep.equal([]);
      const folders = ['extensions/b', 'a', 'node_modules/@team/c', 'node_modules/d', 'e'];
      expect(manifests.map(({ folder }) => folder)).to.deep.equal(folders.map((folder) => `${shop}/${folder}`));
    });
  });

  context('when a folder is missing', () => {
    it('says so where gateway.yaml names it, with the nearest folder', async () => {
      const { manifests, findings, shop } = await discover(under('extensions/reviews', sdl), {
        reviews: './extensions/review',
      });
      expect(manifests).to.deep.equal([]);
      expect(findings).to.deep.equal([
        {
          code: 'EXTENSION_NOT_FOUND',
          severity: 'error',
          where: { file: `${shop}/gateway.yaml`, line: 1, column: 1 },
          what: `there is no folder "${shop}/extensions/review"`,
          fix: 'Did you mean "reviews"?',
        },
      ]);
    });

    for (const [situation, resolve] of [
      ['an npm package that is not installed', 'not-there'],
      ['a file', './gateway.yaml'],
      ['a folder in a folder that does not exist', './no/where'],
    ] as const) {
      it(`takes ${situation} for missing too`, async () => {
        const { findings } = await discover({ 'gateway.yaml': '' }, { a: resolve });
        expect(findings.map(({ code }) => code)).to.deep.equal(['EXTENSION_NOT_FOUND']);
      });
    }
  });

  context('when two names resolve to one folder', () => {
    it('reports the second with the place of the first', async () => {
      const { findings } = await discover({ ...under('a', sdl), b: { link: 'a' } }, { a: './a', b: './b' });
      expect(findings.map(({ code, where, related }) => [code, where.line, related?.[0]?.line])).to.deep.equal([
        ['CONFIG_DUPLICATE', 2, 1],
      ]);
    });
  });

  context('when several extensions are wrong', () => {
    it('reports all of them, and gives the manifests of the others', async () => {
      const files = {
        ...under('a', { 'graphql/A.graphql': '{' }),
        ...under('b', sdl),
        ...under('c', { 'seed/a.sql': '' }),
      };
      const { manifests, findings } = await discover(files, { a: './a', b: './b', c: './c' });
      expect(manifests.map(({ id }) => id)).to.deep.equal(['b']);
      expect(findings.map(({ code }) => code)).to.deep.equal(['SDL_SYNTAX', 'SQL_EMPTY']);
    });
  });

  context('when an extension has code that would throw', () => {
    it('runs none of it', async () => {
      const route = JSON.stringify({ methods: ['GET'], path: '/a', access: 'public' });
      const files = under('a', {
        'api/a/route.json': route,
        'api/a/a.ts': 'process.exit(1);',
        'graphql/A.resolvers.ts': 'throw 1;',
      });
      expect((await discover(files, { a: './a' })).findings).to.deep.equal([]);
    });
  });
});
