import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { TranslateProduct } from '../../catalog.gen.ts';
import { translateProduct as translate } from '../../src/desk/change-product.ts';

const translateProduct: Handler<TranslateProduct> = async (request, response) => {
  const { body, context, params } = request;
  await translate(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'texts' });
};

export default translateProduct;
