import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readExtension } from '../../src/extensions/read-extension.ts';
import {
  declaredAt,
  discovered,
  endpoint,
  endpointWith,
  extensionId,
  type Files,
  handler,
  itReports,
  routeFile,
  soundEndpoint,
  soundRoute,
  temporaryFolder,
} from './extension-folder.ts';

describe('readExtension', () => {
  context('when everything is in order', () => {
    it('gives the whole manifest, sorted, without findings', async () => {
      const { manifest, findings } = await discovered({
        ...soundEndpoint,
        'package.json': '{ "name": "thing", "version": "1.2.3", "stoa": ">=0.1.0" }',
        'README.md': 'x',
        LICENSE: 'x',
        'src/helper.ts': 'x',
        'test/thing.test.ts': 'x',
        'node_modules/x/index.js': 'x',
        'pages/all/Thing.tsx': 'x',
        'graphql/b/B.graphql': 'type B { b: Int }',
        'graphql/A.graphql': 'type A { a: Int }',
        'graphql/A.resolvers.ts': 'x',
        'migrations/010-later.sql': 'select 10',
        'migrations/002-first.sql': '\ufeffselect 2',
        'migrations/README.md': 'x',
        'seed/things.sql': 'select 3',
        '.hidden': 'x',
      });
      expect(findings).to.deep.equal([]);
      expect(manifest.version).to.equal('1.2.3');
      expect(manifest.endpoints.map(({ routeId }) => routeId)).to.deep.equal(['addThing']);
      expect(manifest.sdl.map(({ file }) => file.split('/graphql/')[1])).to.deep.equal(['A.graphql', 'b/B.graphql']);
      expect(manifest.sdl[0]?.document.loc?.source.name).to.equal(manifest.sdl[0]?.file);
      expect(manifest.resolverFiles).to.have.length(1);
      expect(manifest.migrations.map(({ name, text }) => [name, text])).to.deep.equal([
        ['002-first.sql', 'select 2'],
        ['010-later.sql', 'select 10'],
      ]);
      expect(manifest.seeds.map(({ name }) => name)).to.deep.equal(['things.sql']);
    });
  });

  context('when many things are wrong', () => {
    it('reports them all at once, by file, line and column', async () => {
      const { places } = await discovered({
        'api/addThing/route.json': '{\n  "methods": ["post"],\n  "path": "/x", "acess": "public" }',
        'api/addThing/[ghost]addThing.ts': handler,
        'graphql/A.graphql': 'type A {\n  a: }',
        'migrations/1.sql': 'x',
        'package.json': '{',
      });
      expect(places).to.deep.equal([
        `PREREQUISITE_UNKNOWN ${endpoint}/[ghost]addThing.ts:1`,
        `ROUTE_JSON_INVALID ${routeFile}:1:1`,
        `ROUTE_JSON_INVALID ${routeFile}:2:15`,
        `ROUTE_JSON_INVALID ${routeFile}:3:17`,
        'SDL_SYNTAX graphql/A.graphql:2:6',
        'MIGRATION_NAME migrations/1.sql:1',
        'PACKAGE_JSON_INVALID package.json:1:2',
      ]);
    });
  });

  describe('the folder', () => {
    itReports([
      ['nothing in it', { 'README.md': 'x' }, 'EXTENSION_EMPTY shop/gateway.yaml:3:7'],
      ['an api folder without endpoints', { 'api/README.md': 'x' }, 'EXTENSION_EMPTY shop/gateway.yaml:3:7'],
      ['a misspelt graphql', { ...soundEndpoint, 'grapqhl/A.graphql': 'x' }, 'EXTENSION_FILE_UNKNOWN grapqhl:1'],
      [
        'a misspelt subscribers',
        { ...soundEndpoint, 'subcribers/a.b/c.ts': 'x' },
        'EXTENSION_FILE_UNKNOWN subcribers:1',
      ],
      ['a misspelt events', { ...soundEndpoint, 'evnets/a.json': '{}' }, 'EXTENSION_FILE_UNKNOWN evnets:1'],
      ['a misspelt extension.ts', { ...soundEndpoint, 'extensions.ts': 'x' }, 'EXTENSION_FILE_UNKNOWN extensions.ts:1'],
      ['extension.tsx', { ...soundEndpoint, 'extension.tsx': 'x' }, 'EXTENSION_FILE_UNKNOWN extension.tsx:1'],
      ['a mail without a migration', { 'mails/a.tsx': 'export default () => null;' }, 'MAIL_INVALID mails/a.tsx:1'],
      ['event', { ...soundEndpoint, 'event/a.ts': 'x' }, 'EXTENSION_FILE_UNKNOWN event:1'],
      ['asset for assets', { ...soundEndpoint, 'asset/a.svg': 'x' }, 'EXTENSION_FILE_UNKNOWN asset:1'],
      ['seeds for seed', { ...soundEndpoint, 'seeds/a.sql': 'x' }, 'EXTENSION_FILE_UNKNOWN seeds:1'],
      [
        'a misspelt settings.schema.json',
        { ...soundEndpoint, 'setting.schema.json': '{}' },
        'EXTENSION_FILE_UNKNOWN setting.schema.json:1',
      ],
      ['a file named like a folder', { ...soundEndpoint, graphql: 'x' }, 'EXTENSION_FILE_UNKNOWN graphql:1'],
      ['a stray file in api', { ...soundEndpoint, 'api/helper.ts': 'x' }, 'EXTENSION_FILE_UNKNOWN api/helper.ts:1'],
      [
        'an unknown file in an endpoint',
        endpointWith(soundRoute, { [`${endpoint}/a.txt`]: 'x' }),
        `EXTENSION_FILE_UNKNOWN ${endpoint}/a.txt:1`,
      ],
      [
        'a test in an endpoint',
        endpointWith(soundRoute, { [`${endpoint}/a.test.ts`]: 'x' }),
        `EXTENSION_FILE_UNKNOWN ${endpoint}/a.test.ts:1`,
      ],
      [
        'markup in an endpoint',
        endpointWith(soundRoute, { [`${endpoint}/a.tsx`]: 'x' }),
        `EXTENSION_FILE_UNKNOWN ${endpoint}/a.tsx:1`,
      ],
      [
        'a JSON file that nobody names',
        endpointWith(soundRoute, { [`${endpoint}/b.json`]: '{}' }),
        `EXTENSION_FILE_UNKNOWN ${endpoint}/b.json:1`,
      ],
      [
        'a folder in an endpoint',
        endpointWith(soundRoute, { [`${endpoint}/lib/a.ts`]: 'x' }),
        `EXTENSION_FILE_UNKNOWN ${endpoint}/lib:1`,
      ],
      [
        'a helper in graphql',
        { 'graphql/A.graphql': 'type A { a: Int }', 'graphql/a.ts': 'x' },
        'EXTENSION_FILE_UNKNOWN graphql/a.ts:1',
      ],
      [
        'an endpoint with dashes',
        { ...soundEndpoint, 'api/add-thing/x.ts': 'x' },
        'ENDPOINT_NAME api/add-thing/route.json:1',
      ],
      [
        'a link out of the folder',
        { ...soundEndpoint, 'graphql/A.graphql': { link: '/etc/hostname' } },
        'EXTENSION_LINK graphql/A.graphql:1',
      ],
      ['a link to nowhere', { ...soundEndpoint, 'seed/a.sql': { link: 'nothing' } }, 'EXTENSION_LINK seed/a.sql:1'],
      ['a linked folder', { ...soundEndpoint, 'graphql/again': { link: '../api' } }, 'EXTENSION_LINK graphql/again:1'],
    ]);

    it('says which folder of an extension is empty, and where gateway.yaml names it', async () => {
      const { manifest, findings } = await discovered({});
      expect(findings.map(({ where, related }) => [where, related])).to.deep.equal([
        [declaredAt, [{ file: manifest.folder }]],
      ]);
    });

    it('reports what the gateway may not read', async () => {
      await using extension = await temporaryFolder({ ...soundEndpoint, 'seed/a.sql': 'select 1' });
      await chmod(extension.folder, 0o755);
      await chmod(extension.path('seed/a.sql'), 0);
      const root = process.geteuid?.() === 0;
      // The superuser may read everything.
      if (root) process.seteuid?.(65534);
      try {
        const { findings } = await readExtension({ id: extensionId('thing'), folder: extension.folder, declaredAt });
        expect(findings.map(({ code }) => code)).to.deep.equal(['EXTENSION_UNREADABLE']);
      } finally {
        if (root) process.seteuid?.(0);
      }
    });

    it('reports what is neither a file nor a folder, without waiting for it', async () => {
      await using extension = await temporaryFolder({ ...soundEndpoint, 'seed/a.sql': 'select 1' });
      await promisify(execFile)('mkfifo', [extension.path('seed/pipe.sql')]);
      const { findings } = await readExtension({ id: extensionId('thing'), folder: extension.folder, declaredAt });
      expect(findings.map(({ where }) => where.file)).to.deep.equal([extension.path('seed/pipe.sql')]);
    });

    it('takes a link to a file within the extension for the file', async () => {
      const files = { ...soundEndpoint, 'seed/a.sql': 'select 1', 'seed/b.sql': { link: 'a.sql' } };
      const { places, manifest } = await discovered(files);
      expect(places).to.deep.equal([]);
      expect(manifest.seeds.map(({ text }) => text)).to.deep.equal(['select 1', 'select 1']);
    });

    it('reports endpoints that differ only in case', async () => {
      const other = { 'api/AddThing/route.json': JSON.stringify(soundRoute), 'api/AddThing/a.ts': handler };
      expect((await discovered({ ...soundEndpoint, ...other })).places).to.deep.equal([
        'ENDPOINT_NAME api/addThing/route.json:1',
      ]);
    });
  });

  describe('package.json', () => {
    const withPackage = (text: string): Files => ({ ...soundEndpoint, 'package.json': text });
    itReports([
      ['not JSON', withPackage('{ "name": }'), 'PACKAGE_JSON_INVALID package.json:1:11'],
      ['not an object', withPackage('[]'), 'PACKAGE_JSON_INVALID package.json:1:1'],
      ['a version that is no string', withPackage('{\n "version": 1 }'), 'PACKAGE_JSON_INVALID package.json:2:13'],
      ['a range that is none', withPackage('{ "stoa": "newest" }'), 'PACKAGE_JSON_INVALID package.json:1:11'],
      ['a key of stoa', withPackage('{ "stoa": { "use": [] } }'), 'PACKAGE_JSON_INVALID package.json:1:13'],
      ['a range in stoa', withPackage('{ "stoa": { "version": 1 } }'), 'PACKAGE_JSON_INVALID package.json:1:24'],
      ['uses that are no list', withPackage('{ "stoa": { "uses": "a.b" } }'), 'PACKAGE_JSON_INVALID package.json:1:21'],
      ['a use without a type', withPackage('{ "stoa": { "uses": ["a"] } }'), 'PACKAGE_JSON_INVALID package.json:1:22'],
      ['a use twice', withPackage('{ "stoa": { "uses": ["A.b", "A.b"] } }'), 'PACKAGE_JSON_INVALID package.json:1:29'],
      [
        'a use twice, once optional',
        withPackage('{ "stoa": { "uses": ["A.b?", "A.b"] } }'),
        'PACKAGE_JSON_INVALID package.json:1:30',
      ],
      [
        'two question marks',
        withPackage('{ "stoa": { "uses": ["A.b??"] } }'),
        'PACKAGE_JSON_INVALID package.json:1:22',
      ],
      ['another stoa', withPackage('{ "stoa": "^99.0.0" }'), 'EXTENSION_INCOMPATIBLE package.json:1:11'],
    ]);
  });

  describe('graphql/', () => {
    itReports([
      ['a syntax error', { 'graphql/A.graphql': 'type A {\n  a Int\n}' }, 'SDL_SYNTAX graphql/A.graphql:2:5'],
      [
        'endless nesting',
        { 'graphql/A.graphql': `type A { a: ${'['.repeat(100_000)} }` },
        'SDL_SYNTAX graphql/A.graphql:1',
      ],
      ['an empty file', { 'graphql/A.graphql': '' }, 'SDL_SYNTAX graphql/A.graphql:1:1'],
      [
        'not UTF-8',
        { 'graphql/A.graphql': Buffer.from('type A\n{ a\xff: Int }', 'latin1') },
        'FILE_NOT_UTF8 graphql/A.graphql:2:4',
      ],
    ]);
  });

  describe('migrations/ and seed/', () => {
    itReports([
      ['a name without a number', { 'migrations/create.sql': 'x' }, 'MIGRATION_NAME migrations/create.sql:1'],
      [
        'one number twice',
        { 'migrations/001-a.sql': 'x', 'migrations/001-b.sql': 'x' },
        'MIGRATION_DUPLICATE migrations/001-b.sql:1',
      ],
      ...(
        [
          ['an unknown mark', '-- stoa: shrink\nselect 1', 1],
          ['a mark below SQL', 'select 1;\n-- stoa: contract', 2],
          ['a second mark', '-- stoa: expand\n-- stoa: contract\nselect 1', 2],
          ['a mark that needs a later migration', '-- why\n-- stoa: contract needs 004\nselect 1', 2],
          ['a mark that needs a missing migration', '-- stoa: contract needs 2\nselect 1', 1],
        ] as const
      ).map(
        ([what, text, line]) =>
          [
            what,
            { 'migrations/001-a.sql': 'x', 'migrations/003-c.sql': text, 'migrations/004-d.sql': 'x' },
            `MIGRATION_MARK migrations/003-c.sql:${line}`,
          ] as const,
      ),
      [
        'a released migration that was changed',
        { 'migrations/001-a.sql': 'x', 'migrations/released.json': '{\n  "001-a.sql": "y"\n}' },
        'MIGRATION_CHANGED migrations/001-a.sql:1',
      ],
      [
        'a released migration that was removed',
        { 'migrations/002-b.sql': 'x', 'migrations/released.json': '{\n  "001-a.sql": "y"\n}' },
        'MIGRATION_MISSING migrations/released.json:2:16',
      ],
      [
        'a list of released migrations that is none',
        { 'migrations/001-a.sql': 'x', 'migrations/released.json': '[]' },
        'MIGRATION_RELEASED migrations/released.json:1:1',
      ],
      [
        'a list of released migrations that is no JSON',
        { 'migrations/001-a.sql': 'x', 'migrations/released.json': '{' },
        'MIGRATION_RELEASED migrations/released.json:1:2',
      ],
      ['an empty migration', { 'migrations/001-a.sql': ' \n' }, 'SQL_EMPTY migrations/001-a.sql:1'],
      ['an empty seed', { 'seed/a.sql': '' }, 'SQL_EMPTY seed/a.sql:1'],
      [
        'another file',
        { 'migrations/001-a.sql': 'x', 'migrations/a.js': 'x' },
        'EXTENSION_FILE_UNKNOWN migrations/a.js:1',
      ],
      ['not UTF-8', { 'seed/a.sql': Buffer.from([0x61, 0x62, 0xc3]) }, 'FILE_NOT_UTF8 seed/a.sql:1:3'],
    ]);
  });
});
