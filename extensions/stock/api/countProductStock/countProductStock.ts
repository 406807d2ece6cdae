import { type Handler, wantsPage } from 'stoa';
import { countStock } from '../../src/count-stock.ts';
import { seenOf } from '../../src/seen-number.ts';
import type { CountProductStock } from '../../stock.gen.ts';

const countProductStock: Handler<CountProductStock> = async (request, response) => {
  const { body, context, params } = request;
  const level = await countStock(context.database, { ...body, seen: seenOf(body.seen) });
  if (wantsPage(request)) response.redirect(303, `${context.url('deskProduct', params)}?saved=stock`);
  else response.json({ success: true, data: { level } });
};

export default countProductStock;
