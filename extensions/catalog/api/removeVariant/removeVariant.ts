import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveVariant } from '../../catalog.gen.ts';
import { removeVariant as remove } from '../../src/desk/change-variants.ts';

const removeVariant: Handler<RemoveVariant> = async (request, response) => {
  const { body, context, params } = request;
  await remove(context, params.productId, body.sku);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'variants' });
};

export default removeVariant;
