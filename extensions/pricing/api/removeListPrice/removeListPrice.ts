import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveListPrice } from '../../pricing.gen.ts';
import { removeListPrice as remove } from '../../src/price-lists.ts';

const removeListPrice: Handler<RemoveListPrice> = async (request, response) => {
  const { body, context, params } = request;
  await remove(context, body.sku, body.list);
  const page = () => context.url('deskProduct', params);
  answerSaved(request, response, { page, saved: 'prices' });
};

export default removeListPrice;
