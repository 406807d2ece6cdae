import { answerSaved } from '@stoa/desk-ui';
import { applyCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ApplyPrices } from '../../pricing.gen.ts';
import { pricesCsv } from '../../src/prices-csv.ts';

const applyPrices: Handler<ApplyPrices> = async (request, response) => {
  const { context, params } = request;
  await applyCsv(context, await pricesCsv(context, params.priceListId), params.importId);
  answerSaved(request, response, { page: () => context.url('deskPricePreview', params), saved: 'applied' });
};

export default applyPrices;
