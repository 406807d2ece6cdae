import { expect } from 'chai';
import { discovered, itReports } from './extension-folder.ts';

const sound = `sources:
  - name: pets
    handler:
      openapi:
        source: ./pets.json
`;

describe('readMeshrc', () => {
  context('when .meshrc.yaml is sound', () => {
    it('tells sources, packages, files, and what comes from the environment', async () => {
      const text = `${sound}        operationHeaders: { authorization: "Bearer {env.PETS_TOKEN}" }
    transforms:
      - prefix: { value: Pet }
`;
      const { manifest, places } = await discovered({ '.meshrc.yaml': text, 'pets.json': '{}' });
      expect(places).to.deep.equal([]);
      const { sources = [], packages = [], variables = [], files = [] } = manifest.mesh ?? {};
      expect(sources.map(({ name, where }) => [name, where.line, where.column])).to.deep.equal([['pets', 2, 5]]);
      expect(packages.map(({ kind, name, where }) => [kind, name, where.line])).to.deep.equal([
        ['handler', 'openapi', 4],
        ['transform', 'prefix', 8],
      ]);
      expect(variables.map(({ name, where }) => [name, where.line])).to.deep.equal([['PETS_TOKEN', 6]]);
      expect(files.map((file) => file.replace(manifest.folder, ''))).to.deep.equal(['/pets.json']);
    });
  });

  context('when it cannot be used', () => {
    itReports([
      ['it is not well-formed', { '.meshrc.yaml': 'sources: [' }, 'MESHRC_INVALID .meshrc.yaml:1:11'],
      ['it is empty', { '.meshrc.yaml': '' }, 'MESHRC_INVALID .meshrc.yaml:1:1'],
      ['it is a list', { '.meshrc.yaml': '- a' }, 'MESHRC_INVALID .meshrc.yaml:1:1'],
      ['it has no sources', { '.meshrc.yaml': 'sources: []' }, 'MESHRC_INVALID .meshrc.yaml:1:1'],
      [
        'it has a key of another place',
        { '.meshrc.yaml': `${sound}serve: { port: 1 }\n` },
        'MESHRC_INVALID .meshrc.yaml:6:1',
      ],
      [
        'a source has no name',
        { '.meshrc.yaml': 'sources:\n  - handler: { a: {} }' },
        'MESHRC_INVALID .meshrc.yaml:2:5',
      ],
      ['a source has no handler', { '.meshrc.yaml': 'sources:\n  - name: a' }, 'MESHRC_INVALID .meshrc.yaml:2:5'],
      [
        'a source has two',
        { '.meshrc.yaml': 'sources:\n  - { name: a, handler: { b: {}, c: {} } }' },
        'MESHRC_INVALID .meshrc.yaml:2:5',
      ],
      [
        'two sources have one name',
        { '.meshrc.yaml': `${sound}  - { name: pets, handler: { a: {} } }` },
        'MESHRC_INVALID .meshrc.yaml:6:7',
      ],
      [
        'a handler is a path',
        { '.meshrc.yaml': 'sources:\n  - { name: a, handler: { ./b.js: {} } }' },
        'MESHRC_INVALID .meshrc.yaml:2:27',
      ],
      [
        'it names a file of code',
        { '.meshrc.yaml': sound.replace('pets.json', 'pets.ts') },
        'MESHRC_INVALID .meshrc.yaml:5:9',
      ],
      ['it names a file outside', { '.meshrc.yaml': sound.replace('./', '../') }, 'MESHRC_INVALID .meshrc.yaml:5:9'],
      [
        'it has a name that Mesh knows and we do not',
        { '.meshrc.yml': sound, 'seed/001-a.sql': 'select 1;' },
        'EXTENSION_FILE_UNKNOWN .meshrc.yml:1',
      ],
    ]);
  });
});
