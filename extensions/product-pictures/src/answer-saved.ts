import { type Negotiation, type Response, wantsPage } from 'stoa';
import type { Context } from '../product-pictures.gen.ts';

/** A browser is redirected to the product at the desk; other clients get JSON. */
export function answerSaved(
  request: Negotiation & { readonly context: Context },
  response: Response,
  productId: string,
): void {
  const page = () => request.context.url('deskProduct', { productId });
  if (wantsPage(request)) response.redirect(303, `${page()}?saved=pictures`);
  else response.json({ success: true, data: {} });
}
