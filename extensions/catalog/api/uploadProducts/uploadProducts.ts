import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { UploadProducts } from '../../catalog.gen.ts';
import { keepImport } from '../../src/desk/import-store.ts';

const uploadProducts: Handler<UploadProducts> = async (request, response) => {
  const { body, context } = request;
  const importId = await keepImport(context, Buffer.from(body.csv));
  const page = () => context.url('deskImportPreview', { importId });
  answerSaved(request, response, { page, saved: 'read', status: 201, data: { importId } });
};

export default uploadProducts;
