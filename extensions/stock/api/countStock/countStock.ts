import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import { countStock as count } from '../../src/count-stock.ts';
import type { CountStock } from '../../stock.gen.ts';

const countStock: Handler<CountStock> = async (request, response) => {
  const { body, context, params } = request;
  const level = await count(context.database, { ...body, sku: params.sku });
  answerSaved(request, response, { page: () => context.url('deskSku', params), saved: 'stock', data: { level } });
};

export default countStock;
