import type { Part } from 'stoa';
import { levelsOf, listLevels } from '../src/read-levels.ts';
import type { Resolvers } from '../stock.gen.ts';

export default {
  Query: {
    stockLevels: (_root, input, { database }) => listLevels(database, input),
  },
  StockLevel: {
    variant: ({ sku }) => ({ sku }),
  },
  Variant: {
    level: {
      batch: (variants, _args, { database }) =>
        levelsOf(
          database,
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Part<Resolvers>;
