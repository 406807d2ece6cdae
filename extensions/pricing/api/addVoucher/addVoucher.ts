import { type Handler, StoaError, wantsPage } from 'stoa';
import type { AddVoucher } from '../../pricing.gen.ts';
import { problemTexts } from '../../src/cart-vouchers.ts';
import { requireCart } from '../../src/require-cart.ts';
import { addVoucher as add } from '../../src/voucher-store.ts';

const addVoucher: Handler<AddVoucher> = async (request, response) => {
  const { context, body } = request;
  const code = body.code.trim().toUpperCase();
  const problem = await add(context.database, await requireCart(context), code);
  if (problem !== null) {
    const text = { text: problemTexts[problem] };
    throw new StoaError('BAD_USER_INPUT', text, { fields: { code: text } });
  }
  if (wantsPage(request)) response.redirect(303, context.url('cart'));
  else response.status(201).json({ success: true, data: { code } });
};

export default addVoucher;
