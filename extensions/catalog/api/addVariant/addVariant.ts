import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddVariant } from '../../catalog.gen.ts';
import { addVariant as add } from '../../src/desk/change-variants.ts';

const addVariant: Handler<AddVariant> = async (request, response) => {
  const { body, context, params } = request;
  await add(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'variants', status: 201 });
};

export default addVariant;
