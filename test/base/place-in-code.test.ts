import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { awaitsInCode, placeInCode, placeOfKey } from '../../src/base/findings/place-in-code.ts';

describe('a place in code', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-place-'));
    file = join(folder, 'Footer.tsx');
    await writeFile(
      file,
      [
        '// export const layout: not this one',
        '/* await */ const word = "layout", text = `await ${word}`;',
        'export const layout = {',
        "  areaId: 'footer',",
        '};',
        'const Query = { things: async () => { await word; } };',
        'await (async () => await text)();',
        "export default function Footer() { return <p>It's {word}</p>; }",
      ].join('\n'),
    );
  });
  after(() => rm(folder, { recursive: true }));

  const cases: readonly (readonly [what: string, path: readonly string[], line: number, column?: number])[] = [
    ['a word in code, not in a comment or a text', ['layout'], 3, 14],
    ['words that stand together, however far apart', ['export default'], 8, 1],
    ['a text, whatever its quotes', ['layout', 'areaId', '"footer"'], 4, 11],
    ['the innermost step that is there', ['layout', 'areaId', '"header"'], 4, 3],
    ['a step only after the one before it', ['Query', 'things'], 6, 17],
    ['the first line when nothing is there', ['sortOrder'], 1],
  ];
  for (const [what, path, line, column] of cases) {
    it(`is ${what}`, () => {
      expect(placeInCode(file, path)).to.deep.equal({ file, line, ...(column !== undefined && { column }) });
    });
  }

  it('is the first line of a file that is gone', () => {
    const gone = join(folder, 'Gone.tsx');
    expect(placeInCode(gone, ['layout'])).to.deep.equal({ file: gone, line: 1 });
  });

  it('is each await that is in no function', () => {
    expect(awaitsInCode(file)).to.deep.equal([{ file, line: 7, column: 1 }]);
  });
});

describe('the place of a key', () => {
  const maps: readonly (readonly [what: string, code: string, path: readonly string[], place: string])[] = [
    [
      'the key, not a variable or a type of its name',
      'interface Row { price: number }\nconst price = 1;\nexport default {\n  Thing: { price: () => price },\n};',
      ['Thing', 'price'],
      '4:12',
    ],
    [
      'the key of this type, not that of another',
      'export default {\n  Query: { price: 1 },\n  Thing: { id: 1, price: 2 },\n};',
      ['Thing', 'price'],
      '3:19',
    ],
    [
      'in the constant that a short key names',
      'const Thing: T = {\n  async price() {},\n};\nexport default { Thing };',
      ['Thing', 'price'],
      '2:9',
    ],
    [
      'in the constant that is exported',
      "const all = {\n  'Thing': { price: 1 },\n};\nexport default all;",
      ['Thing', 'price'],
      '2:14',
    ],
    ['the short key', 'const price = 1;\nexport default {\n  Thing: { price },\n};', ['Thing', 'price'], '3:12'],
    [
      'the innermost key that is there',
      'const price = 1;\nexport default {\n  Thing: {} };',
      ['Thing', 'price'],
      '3:3',
    ],
    ['the first word, where the map is made by a call', 'export default make({ Thing: 1 });', ['Thing'], '1:23'],
  ];
  for (const [what, code, path, place] of maps) {
    it(`is ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'stoa-key-'));
      try {
        const file = join(folder, 'Thing.resolvers.ts');
        await writeFile(file, code);
        const { line, column } = placeOfKey(file, path);
        expect(`${line}:${column}`).to.equal(place);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});
