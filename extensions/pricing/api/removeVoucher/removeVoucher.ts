import { type Handler, wantsPage } from 'stoa';
import type { RemoveVoucher } from '../../pricing.gen.ts';
import { requireCart } from '../../src/require-cart.ts';
import { removeVoucher as remove } from '../../src/voucher-store.ts';

const removeVoucher: Handler<RemoveVoucher> = async (request, response) => {
  const { context, params } = request;
  const { code } = params;
  await remove(context.database, await requireCart(context), code);
  if (wantsPage(request)) response.redirect(303, context.url('cart'));
  else response.json({ success: true, data: { code } });
};

export default removeVoucher;
