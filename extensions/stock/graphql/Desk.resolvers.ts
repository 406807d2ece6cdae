import type { Part } from 'stoa';
import { levelsOf, listLevels } from '../src/read-levels.ts';
import type { Resolvers } from '../stock.gen.ts';

export default {
  Query: {
    stockLevel: async (_root, { sku }, { database }) => (await levelsOf(database, [sku]))[0] ?? null,
    stockLevels: (_root, input, { database }) => listLevels(database, input),
  },
  StockLevel: {
    variant: ({ sku }) => ({ sku }),
    url: ({ sku }, _args, { url, logger }) => {
      try {
        return url('deskSku', { sku: String(sku) });
      } catch (error) {
        logger.debug('page has no address', { reason: String(error) });
        return null;
      }
    },
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
