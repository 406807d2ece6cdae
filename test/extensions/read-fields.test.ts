import { expect } from 'chai';
import { createAjv } from '#base';
import { discovered, endpointWith, soundRoute } from './extension-folder.ts';

/** Whether the generated schema of a body with this one field allows a body. */
async function bodyCheck(field: unknown, route: object = {}): Promise<(body: unknown) => boolean> {
  const { manifest, places } = await discovered(endpointWith({ ...soundRoute, body: { a: field }, ...route }));
  expect(places).to.deep.equal([]);
  const validate = createAjv().compile(manifest.endpoints[0]?.schemas.body ?? false);
  return (body) => validate(body);
}

type Case = readonly [field: unknown, good: readonly unknown[], bad: readonly unknown[]];

const absent = Symbol('no such field');

describe('readFields', () => {
  const cases: readonly Case[] = [
    ['String', ['', 'x', null, absent], [1, true, ['x']]],
    ['String!', ['x', ' x\n'], ['', ' ', '\n\t\u00a0', null, absent, 1]],
    ['ID!', ['1'], [1, '', absent]],
    ['Int', [1, -2147483648, 2147483647, null, absent], [1.5, 2147483648, -2147483649, '1']],
    ['Int!', [0], [null, absent]],
    ['Float!', [1, 1.5, 1e300], ['1', null, absent]],
    ['Boolean!', [true, false], ['true', 0, null, absent]],
    ['[Int]', [[], [1, null], null, absent], [1, ['1']]],
    ['[Int!]!', [[], [1]], [[null], null, absent]],
    ['[String!]', [['x'], null], [[''], [' ']]],
    ['[[Int!]!]!', [[[1], []]], [[1], [null], [[null]]]],
    [{ type: 'Int!', minimum: 1, maximum: 5 }, [1, 5], [0, 6, absent]],
    [{ type: 'Int', maximum: 1e12 }, [2147483647], [2147483648]],
    [{ type: 'Float', minimum: 0.5 }, [0.5, null], [0.4]],
    [{ type: 'String!', minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd', '   ']],
    [{ type: 'String!', pattern: '^ *a* *$' }, ['a', ' aa '], ['b', '  ']],
    [{ type: 'String', pattern: '^a+$' }, ['a', null], ['b']],
    [{ type: 'String!', format: 'email' }, ['a@example.org'], ['a']],
    [{ type: 'String!', enum: ['a', 'b'] }, ['a'], ['c', absent]],
    [{ type: 'String', enum: ['a', 'b'] }, ['a', null, absent], ['c']],
    [{ type: '[Int!]!', minimum: 2 }, [[2, 3]], [[1]]],
    [{ type: 'Int!', default: 3 }, [1, absent], [null, '1']],
  ];
  for (const [field, good, bad] of cases) {
    it(`${JSON.stringify(field)} allows what it says and nothing else`, async () => {
      const allows = await bodyCheck(field);
      const body = (value: unknown): object => (value === absent ? {} : { a: value });
      expect(good.filter((value) => !allows(body(value)))).to.deep.equal([]);
      expect(bad.filter((value) => allows(body(value)))).to.deep.equal([]);
    });
  }

  it('leaves unknown body fields alone, unless "additional" is false', async () => {
    expect((await bodyCheck('Int'))({ b: 1 })).to.equal(true);
    expect((await bodyCheck('Int', { additional: false }))({ b: 1 })).to.equal(false);
    expect((await bodyCheck('Int', { additional: false }))({ a: 1 })).to.equal(true);
  });

  it('refuses a body that is no object', async () => {
    const allows = await bodyCheck('Int');
    expect([null, [], 'a', 1].filter(allows)).to.deep.equal([]);
  });

  it('names the required fields in the order written, without those that have a default', async () => {
    const body = { z: 'String!', a: 'Int', b: 'Int!', c: { type: 'Int!', default: 1 } };
    const { manifest } = await discovered(endpointWith({ ...soundRoute, body }));
    expect(manifest.endpoints[0]?.requiredBodyFields).to.deep.equal(['z', 'b']);
  });

  it('makes every path parameter a String! unless route.json says otherwise', async () => {
    const route = { ...soundRoute, path: '/a/:b/:c', params: { c: 'Int!' }, query: { page: 'Int' } };
    const { manifest, places } = await discovered(endpointWith(route));
    expect(places).to.deep.equal([]);
    const [endpoint] = manifest.endpoints;
    expect(endpoint?.paramNames).to.deep.equal(['b', 'c']);
    expect(endpoint?.schemas.params).to.have.nested.property('properties.b.type', 'string');
    expect(endpoint?.schemas.params).to.have.nested.property('properties.c.type', 'integer');
    expect(endpoint?.schemas.params?.required).to.deep.equal(['b', 'c']);
    expect(endpoint?.schemas.query).to.have.nested.property('properties.page.type', 'integer');
  });

  it('has no schema for what route.json does not describe', async () => {
    const { manifest } = await discovered(endpointWith(soundRoute));
    expect(manifest.endpoints[0]?.schemas).to.deep.equal({ params: undefined, query: undefined, body: undefined });
  });
});
