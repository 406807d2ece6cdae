// The three extensions as Federation subgraphs, executed by graphql-jit.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { parse, validate } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { catalog, reviews, supplement } from '../engines/subschema-parts.ts';

const parts = { catalog, supplement, reviews };
const entryFields = { catalog: 'productsById', supplement: 'supplementedProducts', reviews: 'reviewedProducts' };

/** What Mercurius reads of a subgraph: Federation 1. */
function federationSdl(name) {
  const own = parts[name].typeDefs
    .replace(/\s+\w+\(ids: \[ID!\]!\): \[Product\]!/, '')
    .replace(/type Query \{\s*\}/, '');
  const type =
    name === 'catalog' ? 'type Product @key(fields: "productId") {' : 'extend type Product @key(fields: "productId") {';
  const key = name === 'catalog' ? 'productId: ID!' : 'productId: ID! @external';
  const extended = own.replace('type Query', 'extend type Query').replace('type Mutation', 'extend type Mutation');
  return extended.replace('type Product {', type).replace('productId: ID!', key);
}

function subgraph(name) {
  const { typeDefs, resolvers } = parts[name];
  const sdl = federationSdl(name);
  const byIds = resolvers.Query[entryFields[name]];
  const schema = makeExecutableSchema({
    typeDefs: [
      typeDefs,
      `scalar _Any union _Entity = Product type _Service { sdl: String! }
       extend type Query { _entities(representations: [_Any!]!): [_Entity]! _service: _Service! }`,
    ],
    resolvers: [
      resolvers,
      {
        Query: {
          _service: () => ({ sdl }),
          _entities: (_, { representations }) => byIds(_, { ids: representations.map(({ productId }) => productId) }),
        },
        _Entity: { __resolveType: () => 'Product' },
      },
    ],
  });
  const compiled = new Map();
  return async ({ query, variables }) => {
    if (!compiled.has(query)) {
      const document = parse(query);
      const errors = validate(schema, document);
      if (errors.length > 0) return { errors };
      if (compiled.size > 2000) compiled.clear();
      compiled.set(query, compileQuery(schema, document));
    }
    return compiled.get(query).query({}, {}, variables ?? {});
  };
}

/** By path: what answers an operation. */
export const subgraphs = Object.fromEntries(Object.keys(parts).map((name) => [`/${name}`, subgraph(name)]));
