import { sendCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ExportProducts } from '../../catalog.gen.ts';
import { csvColumns, readProducts } from '../../src/desk/import-products.ts';

const exportProducts: Handler<ExportProducts> = async ({ context }, response) => {
  const columns = csvColumns(context.shop);
  await sendCsv(context, response, { name: 'products.csv', columns, read: readProducts(context) });
};

export default exportProducts;
