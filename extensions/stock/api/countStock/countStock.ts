import { type Handler, wantsPage } from 'stoa';
import { countStock as count } from '../../src/count-stock.ts';
import { seenOf } from '../../src/seen-number.ts';
import type { CountStock } from '../../stock.gen.ts';

const countStock: Handler<CountStock> = async (request, response) => {
  const { body, context, params } = request;
  const level = await count(context.database, { ...body, sku: params.sku, seen: seenOf(body.seen) });
  if (wantsPage(request)) response.redirect(303, `${context.url('deskSku', params)}?saved=stock`);
  else response.json({ success: true, data: { level } });
};

export default countStock;
