import { answerCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import { stockCsv } from '../../src/stock-csv.ts';
import type { ImportStock } from '../../stock.gen.ts';

// stoa-allow LINT_NO_BODY: the body is a CSV file, which the code checks.
const importStock: Handler<ImportStock> = async (request, response) => {
  const { context, query } = request;
  await answerCsv(request, response, { owner: stockCsv(context), apply: query.apply === true });
};

export default importStock;
