import { sendCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ExportPrices } from '../../pricing.gen.ts';
import { priceColumns, readListPrices } from '../../src/prices-csv.ts';

const exportPrices: Handler<ExportPrices> = async ({ context, params }, response) => {
  const read = await readListPrices(context, params.priceListId);
  await sendCsv(context, response, { name: 'prices.csv', columns: priceColumns, read });
};

export default exportPrices;
