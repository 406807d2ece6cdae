import type { Resolvers } from '../catalog.gen.ts';
import { listFacets } from '../src/facets/facet-list.ts';
import { indexFacet } from '../src/facets/index-facet.ts';
import type { ListPage } from '../src/list/list-page.ts';

export default {
  ProductConnection: {
    facets: ({ list }: ListPage, _args, context) => (list === undefined ? [] : listFacets(context, list)),
  },
  Mutation: {
    indexFacet: async (_root, { facet, products }, { database }) => {
      await indexFacet(database, facet, products);
      return true;
    },
  },
} satisfies Resolvers<{ ProductConnection: ListPage }>;
