import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangeProduct } from '../../catalog.gen.ts';
import { changeProduct as change } from '../../src/desk/change-product.ts';

const changeProduct: Handler<ChangeProduct> = async (request, response) => {
  const { body, context, params } = request;
  await change(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'facts' });
};

export default changeProduct;
