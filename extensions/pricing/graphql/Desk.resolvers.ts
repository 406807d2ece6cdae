import type { Part } from 'stoa';
import type { Resolvers } from '../pricing.gen.ts';
import { listVouchers } from '../src/desk-vouchers.ts';
import { pricesOf, readPriceLists } from '../src/price-lists.ts';

export default {
  Query: {
    priceLists: (_root, _args, { database }) => readPriceLists(database),
    vouchers: (_root, input, { database }) => listVouchers(database, input),
  },
  Variant: {
    listPrices: {
      batch: (variants, _args, { database }) =>
        pricesOf(
          database,
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Part<Resolvers>;
