import { answerSaved } from '@stoa/desk-ui';
import { keepCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { UploadPrices } from '../../pricing.gen.ts';
import { pricesCsv } from '../../src/prices-csv.ts';

const uploadPrices: Handler<UploadPrices> = async (request, response) => {
  const { body, context, params } = request;
  const importId = await keepCsv(context, await pricesCsv(context, params.priceListId), body.csv);
  const page = () => context.url('deskPricePreview', { ...params, importId });
  answerSaved(request, response, { page, saved: 'read', status: 201, data: { importId } });
};

export default uploadPrices;
