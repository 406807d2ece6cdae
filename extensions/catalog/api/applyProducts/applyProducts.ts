import { answerSaved } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { ApplyProducts } from '../../catalog.gen.ts';
import { applyImport } from '../../src/desk/import-store.ts';

const applyProducts: Handler<ApplyProducts> = async (request, response) => {
  const { context, params } = request;
  const result = await applyImport(context, params.importId);
  if (result === null) throw new StoaError('NOT_FOUND', { text: 'import.gone' });
  if (!result.applied) throw new StoaError('BAD_USER_INPUT', { text: 'import.refused' });
  answerSaved(request, response, { page: () => context.url('deskImportPreview', params), saved: 'applied' });
};

export default applyProducts;
