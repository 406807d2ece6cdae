import { buffer } from 'node:stream/consumers';
import type { Handler } from 'stoa';
import type { ImportProducts } from '../../catalog.gen.ts';
import { importProducts as importFile } from '../../src/desk/import-products.ts';

const importProducts: Handler<ImportProducts> = async (request, response) => {
  const { context, query } = request;
  const data = await importFile(context, await buffer(request), query.apply === true);
  const isWhole = data.errors.length === 0;
  response.status(isWhole ? 200 : 400).json({ success: isWhole, data });
};

export default importProducts;
