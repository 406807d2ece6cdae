import { readKeptCsv } from '@stoa/desk-ui/csv';
import { pageAddress } from 'stoa';
import { levelsOf, listLevels } from '../src/read-levels.ts';
import { keptIn } from '../src/stock-csv.ts';
import type { Resolvers } from '../stock.gen.ts';

export default {
  Query: {
    stockLevel: async (_root, { sku }, { database }) => (await levelsOf(database, [sku]))[0] ?? null,
    stockImport: (_root, { id }, { database }) => readKeptCsv(database, { keptIn }, id),
    stockLevels: (_root, input, { database }) => listLevels(database, input),
  },
  StockLevel: {
    variant: ({ sku }) => ({ sku }),
    url: ({ sku }, _args, context) => pageAddress(context, () => context.url('deskSku', { sku: String(sku) })),
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
} satisfies Resolvers;
