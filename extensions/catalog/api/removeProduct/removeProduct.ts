import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveProduct } from '../../catalog.gen.ts';
import { deleteProduct } from '../../src/desk/delete-product.ts';

const removeProduct: Handler<RemoveProduct> = async (request, response) => {
  const { body, context, params } = request;
  await deleteProduct(context, params.productId, body.version);
  answerSaved(request, response, { page: () => context.url('deskProducts'), saved: 'deleted' });
};

export default removeProduct;
