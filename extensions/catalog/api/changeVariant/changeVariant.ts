import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangeVariant } from '../../catalog.gen.ts';
import { changeVariant as change } from '../../src/desk/change-variants.ts';

const changeVariant: Handler<ChangeVariant> = async (request, response) => {
  const { body, context, params } = request;
  await change(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'variants' });
};

export default changeVariant;
