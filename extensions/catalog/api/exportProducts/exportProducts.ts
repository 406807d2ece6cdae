import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Handler } from 'stoa';
import type { ExportProducts } from '../../catalog.gen.ts';
import { exportLines } from '../../src/desk/export-products.ts';

const exportProducts: Handler<ExportProducts> = async ({ context }, response) => {
  response.type('text/csv').set({ 'content-disposition': 'attachment; filename="products.csv"' });
  await pipeline(Readable.from(exportLines(context)), response);
};

export default exportProducts;
