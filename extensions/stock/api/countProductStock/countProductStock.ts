import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import { countStock } from '../../src/count-stock.ts';
import type { CountProductStock } from '../../stock.gen.ts';

const countProductStock: Handler<CountProductStock> = async (request, response) => {
  const { body, context, params } = request;
  const level = await countStock(context.database, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'stock', data: { level } });
};

export default countProductStock;
