import { expect } from 'chai';
import {
  areasOf,
  browserUse,
  exportedValue,
  importsOf,
  literalDocuments,
  literalText,
  literalTexts,
  membersOf,
  parseModule,
  routeCalls,
  type SourceModule,
} from '../../src/source/index.ts';

const lineAt = ({ text }: SourceModule, offset: number | undefined): number | undefined =>
  offset === undefined ? undefined : text.slice(0, offset).split('\n').length;

/** Each query with a module, and what it finds there. Comments and texts that look like code are in all of them. */
const cases: readonly (readonly [
  name: string,
  text: string,
  ask: (module: SourceModule) => unknown,
  found: unknown,
])[] = [
  [
    'imports of every kind',
    "import a from './a';\nexport * from './b';\nconst c = require('c');\nawait import(`./d`);\n// import './e';\n'import \"f\"';",
    (module) => importsOf(module).map(({ specifier }) => specifier),
    ['./a', './b', './d', 'c'],
  ],
  [
    'an exported constant behind a name and a type',
    'const own = { areaId: "side" } as const;\nexport { own as layout };',
    (module) => membersOf(module, exportedValue(module, 'layout')).map(({ name, value }) => [name, literalText(value)]),
    [['areaId', 'side']],
  ],
  [
    'members of the default export, with methods',
    'const Product = { name: () => 1, price() {}, ["x" + 1]: 2 };\nexport default { Product, "Query": {} } satisfies object;',
    (module) =>
      membersOf(module, exportedValue(module, 'default')).map(({ name, value, offset }) => [
        name,
        lineAt(module, offset),
        membersOf(module, value).map((each) => each.name),
      ]),
    [
      ['Product', 2, ['name', 'price']],
      ['Query', 2, []],
    ],
  ],
  [
    'no value of an export that is not there',
    'const query = 1;',
    (module) => exportedValue(module, 'query'),
    undefined,
  ],
  [
    'no texts of a list that is computed',
    'export const areas = ["a", b];',
    (module) => literalTexts(exportedValue(module, 'areas')),
    undefined,
  ],
  [
    'documents in literals, and not in comments',
    "const a = '{ a }';\n// '{ b }'\nconst c = `{ c ${a} }`, d = `\nquery D { d }`, e = 'a { e }';",
    (module) => literalDocuments(module).map(({ text, offset }) => [text.trim(), module.text.indexOf(text) === offset]),
    [
      ['{ a }', true],
      ['query D { d }', true],
    ],
  ],
  [
    'routes, and which of them are surely some',
    "request.context.url('a'); url('b' as never); useForm(`c`); url(name); /* url('d') */ other.url('e');",
    (module) => routeCalls(module).map(({ kind, name, isSure }) => [kind, name, isSure]),
    [
      ['url', 'a', true],
      ['url', 'b', false],
      ['useForm', 'c', true],
      ['url', 'e', false],
    ],
  ],
  [
    'areas of elements',
    'export default () => <><Area id="a" /><Area item={1} id={`b`} /><Area id={c} />{"<Area id=\'d\' />"}</>;',
    (module) => areasOf(module).map(({ id }) => id),
    ['a', 'b'],
  ],
  [
    'the first use of the browser',
    '// useState(1)\nexport default () => <Card onOpen={f}><p\n onClick={() => useRef(1)} /></Card>;',
    (module) => [browserUse(module)?.name, lineAt(module, browserUse(module)?.offset)],
    ['onClick', 3],
  ],
  [
    'nothing in a module with a syntax error',
    "url('a'); const = 1;",
    (module) => [routeCalls(module), module.problem?.slice(0, 10)],
    [[], 'Unexpected'],
  ],
];

describe('the source text of an extension', () => {
  for (const [name, text, ask, found] of cases)
    it(`has ${name}`, () => expect(ask(parseModule('module.tsx', text))).to.deep.equal(found));

  it('is parsed once for each text of a file', () => {
    const first = parseModule('a.ts', 'export const a = 1;');
    expect(parseModule('a.ts', 'export const a = 1;')).to.equal(first);
    expect(parseModule('a.ts', 'export const a = 2;')).not.to.equal(first);
    expect(parseModule('a.ts', 'const a = <string>b;').program).not.to.equal(undefined);
  });
});
