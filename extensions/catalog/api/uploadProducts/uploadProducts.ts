import { answerSaved } from '@stoa/desk-ui';
import { keepCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { UploadProducts } from '../../catalog.gen.ts';
import { productsCsv } from '../../src/desk/import-products.ts';

const uploadProducts: Handler<UploadProducts> = async (request, response) => {
  const { body, context } = request;
  const importId = await keepCsv(context, productsCsv(context), body.csv);
  const page = () => context.url('deskImportPreview', { importId });
  answerSaved(request, response, { page, saved: 'read', status: 201, data: { importId } });
};

export default uploadProducts;
