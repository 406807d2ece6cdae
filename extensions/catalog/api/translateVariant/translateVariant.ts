import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { TranslateVariant } from '../../catalog.gen.ts';
import { translateVariant as translate } from '../../src/desk/change-variants.ts';

const translateVariant: Handler<TranslateVariant> = async (request, response) => {
  const { body, context, params } = request;
  await translate(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'variants' });
};

export default translateVariant;
