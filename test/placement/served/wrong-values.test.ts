import { expect } from 'chai';
import { GraphQLScalarType, Kind } from 'graphql';
import { serveSubschemas } from '../../support/served-subschemas.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';

const Day = new GraphQLScalarType({
  name: 'Day',
  parseValue: (value) => {
    if (value !== 'monday') throw new Error('there are mondays only');
    return value;
  },
  parseLiteral: (node) => {
    if (node.kind !== Kind.STRING) throw new Error('a day is a text');
    return node.value;
  },
});

const sdl = 'scalar Day type Query { open(on: Day): String broken: String! }';
const Query = {
  open: (_: unknown, { on }: { readonly on?: string }) => on ?? 'always',
  broken: () => null,
};
const elsewhere = { calendar: { sdl, resolvers: { Day, Query } } };
// The gateway has the SDL of an extension elsewhere, and not its scalars.
const here = { calendar: { sdl, resolvers: { Query } } };

describe('a value that a scalar of an extension elsewhere refuses', () => {
  const codesOf = async (query: string, variables = {}) => {
    await using served = await serveSubschemas(elsewhere);
    const { data, errors } = await stitchedShop(here, { backEndOf: served.backEndOf }).run(query, { variables });
    return { data, errors: errors?.map(({ message, extensions: { code, extension } }) => [message, code, extension]) };
  };

  it('is the mistake of the client in a variable', async () => {
    expect(await codesOf('query ($on: Day) { open(on: $on) }', { on: 'friday' })).to.deep.equal({
      data: { open: null },
      errors: [['Expected type "Day". there are mondays only', 'BAD_USER_INPUT', 'calendar']],
    });
  });

  it('is the mistake of the client in the document', async () => {
    const { errors } = await codesOf('{ open(on: 5) }');
    expect(errors?.[0]?.[1]).to.equal('BAD_USER_INPUT');
  });

  it('is no excuse for a null of the extension', async () => {
    expect((await codesOf('{ broken }')).errors?.[0]?.[1]).to.equal('INTERNAL_SERVER_ERROR');
  });
});
