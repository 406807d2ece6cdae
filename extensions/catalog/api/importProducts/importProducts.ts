import { answerCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ImportProducts } from '../../catalog.gen.ts';
import { productsCsv } from '../../src/desk/import-products.ts';

// stoa-allow LINT_NO_BODY: the body is a CSV file, which the code checks.
const importProducts: Handler<ImportProducts> = async (request, response) => {
  const { context, query } = request;
  await answerCsv(request, response, { owner: productsCsv(context), apply: query.apply === true });
};

export default importProducts;
