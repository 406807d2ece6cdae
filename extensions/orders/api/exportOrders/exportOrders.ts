import { sendCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ExportOrders } from '../../orders.gen.ts';
import { orderCsvColumns, readOrderLines } from '../../src/desk/orders-csv.ts';

const exportOrders: Handler<ExportOrders> = async ({ context, query }, response) => {
  const read = readOrderLines(context, query);
  await sendCsv(context, response, { name: 'orders.csv', columns: orderCsvColumns, read });
};

export default exportOrders;
