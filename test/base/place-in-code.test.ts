import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { awaitsInCode, placeInCode } from '../../src/base/place-in-code.ts';

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
