import { answerCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ImportPrices } from '../../pricing.gen.ts';
import { pricesCsv } from '../../src/prices-csv.ts';

// stoa-allow LINT_NO_BODY: the body is a CSV file, which the code checks.
const importPrices: Handler<ImportPrices> = async (request, response) => {
  const { context, params, query } = request;
  await answerCsv(request, response, {
    owner: await pricesCsv(context, params.priceListId),
    apply: query.apply === true,
  });
};

export default importPrices;
