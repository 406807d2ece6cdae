import { type Handler, wantsPage } from 'stoa';
import { setLabel as set } from '../../src/desk-label.ts';
import type { SetLabel } from '../../supplement.gen.ts';

const setLabel: Handler<SetLabel> = async (request, response) => {
  const { body, context, params } = request;
  await set(context, params.productId, body);
  if (wantsPage(request)) response.redirect(303, `${context.url('deskProduct', params)}?saved=label#saved`);
  else response.json({ success: true, data: {} });
};

export default setLabel;
