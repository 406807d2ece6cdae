import { answerSaved } from '@stoa/desk-ui';
import { applyCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ApplyProducts } from '../../catalog.gen.ts';
import { productsCsv } from '../../src/desk/import-products.ts';

const applyProducts: Handler<ApplyProducts> = async (request, response) => {
  const { context, params } = request;
  await applyCsv(context, productsCsv(context), params.importId);
  answerSaved(request, response, { page: () => context.url('deskImportPreview', params), saved: 'applied' });
};

export default applyProducts;
