import { sendCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import { readStock, stockColumns } from '../../src/stock-csv.ts';
import type { ExportStock } from '../../stock.gen.ts';

const exportStock: Handler<ExportStock> = async ({ context }, response) => {
  await sendCsv(context, response, { name: 'stock.csv', columns: stockColumns, read: readStock(context) });
};

export default exportStock;
