import { expect } from 'chai';
import { generateEndpointTypes, schemaType } from '../../src/extensions/schema-type.ts';
import { discovered, endpointWith, soundRoute } from './extension-folder.ts';

describe('generateEndpointTypes', () => {
  it('writes one interface for each endpoint, from what its schemas allow', async () => {
    const route = {
      ...soundRoute,
      path: '/things/:id',
      params: { id: 'Int!' },
      query: { page: { type: 'Int', default: 1 }, tags: '[String!]' },
      body: {
        'the-name': { type: 'String!', description: 'Shown */ to all' },
        tags: '[String!]',
        size: { type: 'String!', enum: ['s', 'l'] },
      },
    };
    const { manifest, places } = await discovered(endpointWith(route));
    expect(places).to.deep.equal([]);
    expect(
      await generateEndpointTypes(manifest),
    ).to.equal(`// Generated from thing/api/*/route.json by "stoa types": change those, not this.

/** Input of POST /things/:id */
export interface AddThing {
  readonly params: {
    readonly id: number;
  };
  readonly query: {
    readonly page: number;
    readonly tags?: readonly string[] | undefined;
  };
  readonly body: {
    /** Shown *\\/ to all */
    readonly "the-name": string;
    readonly tags?: readonly string[] | null | undefined;
    readonly size: "s" | "l";
  };
}
`);
  });

  it('is wide where route.json says nothing', async () => {
    const { manifest } = await discovered(endpointWith(soundRoute));
    const text = await generateEndpointTypes(manifest);
    expect(text).to.contain('readonly params: {};');
    expect(text).to.contain('readonly query: Readonly<Record<string, unknown>>;');
    expect(text).to.contain('readonly body: unknown;');
  });
});

describe('schemaType', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [true, 'unknown'],
    [false, 'never'],
    [{ $ref: '#/x' }, 'unknown'],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'string'],
    [{ type: 'array', items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': { enum: [1, 2] } } }, 'ReadonlyArray<1 | 2>'],
    [
      { $ref: '#/$defs/tree', $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      'readonly unknown[]',
    ],
    [{ $ref: 'https://example.org/x' }, 'unknown'],
    [{ const: 1 }, '1'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] }, 'string | number'],
    [{ oneOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'ReadonlyArray<string | null>'],
    [{ type: 'array' }, 'readonly unknown[]'],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [{ enum: ['a', { b: 1 }] }, 'unknown'],
  ];
  for (const [schema, type] of cases) {
    it(`${JSON.stringify(schema)} is ${type}`, () => expect(schemaType(schema)).to.equal(type));
  }
});
