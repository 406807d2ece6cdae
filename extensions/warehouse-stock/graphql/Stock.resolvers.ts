import type { Resolver } from 'stoa';
import {
  type Ask,
  availableOf,
  commitStock,
  holdStock,
  releaseStock,
  returnStock,
  setLevel,
} from '../src/ask-warehouse.ts';
import type { Context, Resolvers } from '../warehouse-stock.gen.ts';

export default {
  Mutation: {
    holdStock: (_root, input, context, info) => holdStock(asking(context, info), input),
    commitStock: (_root, { order }, context, info) => commitStock(asking(context, info), order),
    releaseStock: (_root, { order, forGood }, context, info) =>
      releaseStock(asking(context, info), { order, forGood: forGood ?? false }),
    returnStock: (_root, input, context, info) => returnStock(asking(context, info), input),
    setStock: (_root, input, context, info) => setLevel(asking(context, info), input),
  },
  Variant: {
    available: {
      batch: (variants, _args, context, info) =>
        availableOf(
          asking(context, info),
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Resolvers;

/** Asks the warehouse for the field that is resolved. */
function asking({ mesh }: Context, info: Parameters<Resolver>[3]): Ask {
  return (field, args) => mesh(field, args, info);
}
