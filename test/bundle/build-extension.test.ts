import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import express from 'express';
import { GraphQLScalarType } from 'graphql';
import { readExtension } from '#extensions';
import { buildExtensions } from '../../src/bundle/build-extension.ts';
import { importBundle } from '../../src/bundle/trial/import-bundle.ts';
import { declaredAt, extensionId, type Files, temporaryFolder } from '../extensions/extension-folder.ts';
import { build, extensionWith, failure, handler, manifestOf, places } from './extension-build.ts';

async function exportOf(source: string, files: Files = {}): Promise<unknown> {
  await using shop = await extensionWith(source, files);
  const { handlers } = await importBundle(await build(shop));
  return handlers.addThing?.addThing;
}

describe('buildExtension', () => {
  context('when an extension is sound', () => {
    it('bundles handlers and resolvers with the modules that they import', async () => {
      await using shop = await extensionWith(
        "import { answer } from '../../src/answer.ts';\nexport default (): number => answer;",
        {
          'thing/src/answer.ts': 'export const answer: number = 42;',
          'thing/graphql/A.resolvers.ts': 'export default { Query: { a: () => 1 } };',
        },
      );
      const bundle = await build(shop);
      expect(bundle.file).to.equal(shop.path(`build/thing-${bundle.hash}.mjs`));
      const { handlers, resolvers } = await importBundle(bundle);
      expect(handlers.addThing?.addThing).to.be.a('function');
      expect(resolvers.map(({ file }) => file)).to.deep.equal([shop.path('thing/graphql/A.resolvers.ts')]);
      expect(resolvers[0]?.value).to.have.nested.property('Query.a');
    });

    it('gives undefined for a file without a default export, and keeps handlers of any name apart', async () => {
      await using shop = await extensionWith('export const other = 1;', {
        'thing/api/addThing/__proto__.ts': 'export default 7;',
      });
      const { handlers } = await importBundle(await build(shop));
      expect(Object.entries(handlers.addThing ?? {})).to.deep.equal([
        ['__proto__', 7],
        ['addThing', undefined],
      ]);
    });

    it('takes one byte of memory for each character', async () => {
      await using shop = await extensionWith("export default () => 'Größe 100 €';");
      const bundle = await build(shop);
      const text = await readFile(bundle.file, 'utf8');
      expect(text.length).to.equal(Buffer.byteLength(text));
      const { handlers } = await importBundle(bundle);
      const answer = handlers.addThing?.addThing;
      expect(typeof answer === 'function' ? answer() : undefined).to.equal('Größe 100 €');
    });

    it('needs no "type" on imports of types', async () => {
      expect(await exportOf("import { Handler } from 'stoa';\nconst a: Handler = () => 1;\nexport default a;")).to.be.a(
        'function',
      );
    });

    it("takes the gateway's own copy of express and graphql", async () => {
      const source =
        "import express, { json } from 'express';\nimport * as graphql from 'graphql';\nexport default [express, json, graphql.GraphQLScalarType];";
      expect(await exportOf(source)).to.deep.equal([express, express.json, GraphQLScalarType]);
    });

    it('bundles npm packages, CommonJS ones that require the gateway packages and Node modules too', async () => {
      const result = await exportOf("import made from 'made';\nexport default made;", {
        'thing/node_modules/made/package.json': '{ "name": "made", "main": "main.js" }',
        'thing/node_modules/made/main.js':
          "module.exports = [require('express'), require('path').sep, require('./local')];",
        'thing/node_modules/made/local.js': 'module.exports = 3;',
      });
      expect(result).to.deep.equal([express, '/', 3]);
    });

    const reading = (file: string): string =>
      `import { readFileSync } from 'node:fs';\nexport default readFileSync(${file}, 'utf8');`;
    const ofPackage = "import words from 'made';\nexport default words;";
    const packageOf = (main: string, text: string): Files => ({
      'thing/node_modules/made/package.json': `{ "name": "made", "main": "${main}" }`,
      'thing/node_modules/made/words.txt': 'words',
      [`thing/node_modules/made/${main}`]: text,
    });
    const filesToFind: readonly (readonly [string, string, Files])[] = [
      ['a module', `${reading("new URL('../../src/words.txt', import.meta.url)")} // end`, {}],
      ['a module that asks for its folder', reading('`${import.meta.dirname}/../../src/words.txt`'), {}],
      [
        'a module that makes itself a __dirname',
        `const __dirname = import.meta.dirname;\n${reading("__dirname + '/../../src/words.txt'")}`,
        {},
      ],
      [
        'a CommonJS package',
        ofPackage,
        packageOf(
          'main.js',
          "#!/usr/bin/env node\n// no import.meta.url\nmodule.exports = require('fs').readFileSync(__dirname + '/words.txt', 'utf8');",
        ),
      ],
      [
        'a package of ES modules',
        ofPackage,
        packageOf('main.mjs', reading("new URL('words.txt', import.meta.url)").replace('\n', '')),
      ],
    ];
    for (const [what, source, files] of filesToFind)
      it(`has the files next to ${what}`, async () => {
        expect(await exportOf(source, { 'thing/src/words.txt': 'words', ...files })).to.equal('words');
      });

    it('leaves a require of its own alone', async () => {
      const source =
        "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nexport default require('node:path').sep;";
      expect(await exportOf(source)).to.equal('/');
    });

    it('imports a package that is linked from elsewhere', async () => {
      const result = await exportOf("import { shared } from 'shared';\nexport default shared;", {
        'packages/shared/package.json': '{ "name": "shared", "type": "module", "exports": "./index.js" }',
        'packages/shared/index.js': 'export const shared = 5;',
        'node_modules/shared': { link: '../packages/shared' },
      });
      expect(result).to.equal(5);
    });
  });

  context('when an extension does not build', () => {
    const cases: readonly (readonly [string, string, Files, readonly string[]])[] = [
      ['a syntax error', 'export default (;', {}, [`BUILD_FAILED thing/${handler}:1:17`]],
      ['an import that leads nowhere', "\nimport './nowhere.ts';", {}, [`BUILD_FAILED thing/${handler}:2:8`]],
      [
        'the same in a module that asks where it lies',
        "import './nowhere.ts';\nexport default import.meta.url;",
        {},
        [`BUILD_FAILED thing/${handler}:1:8`],
      ],
      [
        'a package that is not installed',
        "import x from 'not-there';\nexport default x;",
        {},
        [`BUILD_FAILED thing/${handler}:1:15`],
      ],
      [
        'a part that graphql does not have',
        "import x from 'graphql/nowhere.js';\nexport default x;",
        {},
        [`BUILD_FAILED thing/${handler}:1:15`],
      ],
      [
        'the testing module',
        "import x from 'stoa/testing';\nexport default x;",
        {},
        [`BUILD_FAILED thing/${handler}:1:15`],
      ],
      [
        'a value that stoa does not have',
        "/* ü */ import { Foo } from 'stoa';\nexport default Foo;",
        {},
        [`BUILD_FAILED thing/${handler}:1:18`],
      ],
      [
        'a value that express does not have',
        "import { Foo } from 'express';\nexport default Foo;",
        {},
        [`BUILD_FAILED thing/${handler}:1:10`],
      ],
      [
        'the gateway by path',
        `import x from '${new URL('../../src/base/ids.ts', import.meta.url).pathname}';\nexport default x;`,
        {},
        [`IMPORT_FORBIDDEN thing/${handler}:1:15`],
      ],
      [
        'a file around the extension',
        "import x from '../../../around.ts';\nexport default x;",
        { 'around.ts': 'export default 1;' },
        [`IMPORT_FORBIDDEN thing/${handler}:1:15`],
      ],
      [
        'a link that leads out',
        "import x from '../../src/out.ts';\nexport default x;",
        { 'around.ts': 'export default 1;', 'thing/src/out.ts': { link: '../../around.ts' } },
        [`IMPORT_FORBIDDEN thing/${handler}:1:15`],
      ],
      [
        'a dynamic import of it',
        "export default () => import('../../../around.ts');",
        { 'around.ts': 'export default 1;' },
        [`IMPORT_FORBIDDEN thing/${handler}:1:29`],
      ],
    ];
    for (const [situation, source, files, expected] of cases) {
      it(`${situation}: ${expected.map((each) => each.split(' ')[0])}`, async () => {
        await using shop = await extensionWith(source, files);
        const { findings } = await failure(build(shop));
        expect(places(findings, shop)).to.deep.equal(expected);
      });
    }

    it('names where to install a package that is not there', async () => {
      await using shop = await extensionWith("import { format } from '@nowhere/dates/format';\nexport default format;");
      const { findings } = await failure(build(shop));
      expect(findings.map(({ what, fix }) => [what, fix])).to.deep.equal([
        [
          'Could not resolve "@nowhere/dates/format"',
          'Run "npm install @nowhere/dates" in the shop\'s folder; only express, graphql and react come from the gateway.',
        ],
      ]);
    });

    it('reports everything at once, in words that a team understands', async () => {
      await using shop = await extensionWith("import './a.ts';\nimport '../../../around.ts';", {
        'around.ts': '',
        'thing/graphql/A.resolvers.ts': 'export default {',
      });
      const { findings } = await failure(build(shop));
      expect(places(findings, shop)).to.deep.equal([
        `BUILD_FAILED thing/${handler}:1:8`,
        `IMPORT_FORBIDDEN thing/${handler}:2:8`,
        'BUILD_FAILED thing/graphql/A.resolvers.ts:1:17',
      ]);
      await using other = await extensionWith(
        "import { Foo } from 'stoa';\nimport { Bar } from 'graphql';\nexport default [Foo, Bar];",
      );
      const missing = await failure(build(other));
      expect(missing.findings.map(({ what }) => what)).to.deep.equal([
        '"stoa" has no export named "Foo"',
        '"graphql" has no export named "Bar"',
      ]);
      await using own = await extensionWith(
        "import { addEntry } from '../../src/store.ts';\nexport default addEntry;",
        {
          'thing/src/store.ts': 'export const addEntries = 1;',
        },
      );
      const [finding] = (await failure(build(own))).findings;
      expect(finding?.fix).to.equal(
        'Export "addEntry" in src/store.ts, or correct the name. If it is a type, write "import type".',
      );
    });

    it('writes nothing', async () => {
      await using shop = await extensionWith('export default (;', { 'build/x': '' });
      await failure(build(shop));
      expect(await readdir(shop.path('build'))).to.deep.equal(['x']);
    });
  });
});

describe('buildExtensions', () => {
  it('keeps an extension that is an npm package within its folder too', async () => {
    await using shop = await temporaryFolder({
      'node_modules/thing/graphql/A.resolvers.ts': "import x from '../../around.ts';\nexport default x;",
      'node_modules/around.ts': 'export default 1;',
    });
    const folder = shop.path('node_modules/thing');
    const { manifest } = await readExtension({ id: extensionId('thing'), folder, declaredAt });
    const { findings } = await buildExtensions([manifest], { buildFolder: shop.path('build') });
    expect(findings.map(({ code }) => code)).to.deep.equal(['IMPORT_FORBIDDEN']);
  });

  it('builds what builds and reports the rest, imports of a neighbour among it', async () => {
    await using shop = await extensionWith(
      "import x from '../../../other/src/x.ts';\nimport 'other';\nexport default x;",
      {
        'node_modules/other': { link: '../other' },
        'other/package.json': '{ "name": "other", "version": "1.0.0" }',
        'other/index.js': '',
        'other/src/x.ts': 'export default 1;',
        'other/graphql/A.resolvers.ts': 'export default {};',
      },
    );
    const manifests = [await manifestOf(shop), await manifestOf(shop, 'other')];
    const { bundles, findings } = await buildExtensions(manifests, { buildFolder: shop.path('build') });
    expect(bundles.map(({ extension }) => extension)).to.deep.equal(['other']);
    expect(places(findings, shop)).to.deep.equal([
      `IMPORT_FORBIDDEN thing/${handler}:1:15`,
      `IMPORT_FORBIDDEN thing/${handler}:2:8`,
    ]);
  });
});
