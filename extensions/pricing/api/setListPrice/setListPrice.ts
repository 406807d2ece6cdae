import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { SetListPrice } from '../../pricing.gen.ts';
import { setListPrice as set } from '../../src/price-lists.ts';

const setListPrice: Handler<SetListPrice> = async (request, response) => {
  const { body, context, params } = request;
  await set(context, body);
  const page = () => context.url('deskProduct', params);
  answerSaved(request, response, { page, saved: 'prices' });
};

export default setListPrice;
