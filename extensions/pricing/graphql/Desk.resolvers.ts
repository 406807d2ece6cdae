import { readKeptCsv } from '@stoa/desk-ui/csv';
import { pageAddress } from 'stoa';
import type { Resolvers } from '../pricing.gen.ts';
import { type DeskVoucher, listVouchers } from '../src/desk-vouchers.ts';
import { findLowestPrices } from '../src/find-prior-prices.ts';
import { countPrices, type PriceList, pricesOf, readPriceLists } from '../src/price-lists.ts';
import { keptIn } from '../src/prices-csv.ts';

export default {
  Query: {
    priceLists: (_root, _args, { database }) => readPriceLists(database),
    priceList: async (_root, { id }, { database }) =>
      (await readPriceLists(database)).find(({ priceListId }) => priceListId === id) ?? null,
    priceImport: (_root, { id, priceListId }, { database }) =>
      readKeptCsv(database, { keptIn, subject: priceListId }, id),
    vouchers: (_root, input, { database }) => listVouchers(database, input),
  },
  PriceList: {
    prices: { batch: (lists, _args, { database }) => countPrices(database, lists) },
    url: ({ priceListId }, _args, context) => pageAddress(context, () => context.url('deskPriceList', { priceListId })),
  },
  DeskVoucher: {
    endAddress: ({ code }, _args, { url }) => url('endVoucher', { code }),
  },
  Variant: {
    lowestMoney: { batch: (variants, _args, context) => findLowestPrices(context, variants) },
    listPrices: {
      batch: (variants, _args, { database }) =>
        pricesOf(
          database,
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Resolvers<{ PriceList: PriceList; DeskVoucher: DeskVoucher }>;
