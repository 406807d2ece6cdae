import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import { setLabel as set } from '../../src/desk-label.ts';
import type { SetLabel } from '../../supplement.gen.ts';

const setLabel: Handler<SetLabel> = async (request, response) => {
  const { body, context, params } = request;
  await set(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'label' });
};

export default setLabel;
