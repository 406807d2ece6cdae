import { answerSaved } from '@stoa/desk-ui';
import { applyCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import { stockCsv } from '../../src/stock-csv.ts';
import type { ApplyStock } from '../../stock.gen.ts';

const applyStock: Handler<ApplyStock> = async (request, response) => {
  const { context, params } = request;
  await applyCsv(context, stockCsv(context), params.importId);
  answerSaved(request, response, { page: () => context.url('deskStockPreview', params), saved: 'applied' });
};

export default applyStock;
