import { answerSaved } from '@stoa/desk-ui';
import { keepCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import { stockCsv } from '../../src/stock-csv.ts';
import type { UploadStock } from '../../stock.gen.ts';

const uploadStock: Handler<UploadStock> = async (request, response) => {
  const { body, context } = request;
  const importId = await keepCsv(context, stockCsv(context), body.csv);
  const page = () => context.url('deskStockPreview', { importId });
  answerSaved(request, response, { page, saved: 'read', status: 201, data: { importId } });
};

export default uploadStock;
