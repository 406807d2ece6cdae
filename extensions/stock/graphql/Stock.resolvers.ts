import { countStock } from '../src/count-stock.ts';
import { commitStock, holdStock, releaseStock } from '../src/hold-stock.ts';
import { availableOf } from '../src/read-levels.ts';
import { recordsOf } from '../src/request-store.ts';
import { returnStock } from '../src/return-stock.ts';
import type { Resolvers } from '../stock.gen.ts';

export default {
  Query: {
    customerRecords: async (_root, { customer }, { database }) => [
      { topic: 'stockRequests', json: JSON.stringify(await recordsOf(database, customer)) },
    ],
  },
  Mutation: {
    holdStock: (_root, input, { database }) => holdStock(database, input),
    commitStock: (_root, { order }, { database }) => commitStock(database, order),
    releaseStock: (_root, { order, forGood }, { database }) =>
      releaseStock(database, { order, forGood: forGood ?? false }),
    returnStock: (_root, input, { database }) => returnStock(database, input),
    setStock: (_root, input, { database }) => countStock(database, { ...input, reason: 'setStock' }),
  },
  Variant: {
    available: {
      batch: (variants, _args, { database }) =>
        availableOf(
          database,
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Resolvers;
