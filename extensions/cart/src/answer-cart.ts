import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';
import type { Context } from '../cart.gen.ts';
import type { CartOwner } from './cart-owner.ts';
import { piecesIn, readCart } from './cart-store.ts';

interface Answer {
  readonly owner: CartOwner | undefined;
  readonly status: 200 | 201;
  /** Where a browser goes; the cart by default. */
  readonly next?: unknown;
}

/** Sends a browser on; other clients get the cart. */
export async function answerCart<Input extends EndpointInput>(
  request: Request<Input> & { readonly context: Context },
  response: Response,
  { owner, status, next }: Answer,
): Promise<void> {
  const { context, session } = request;
  if (wantsPage(request)) {
    response.redirect(303, session.safeNext(next) ?? context.url('cart'));
    return;
  }
  const row = owner === undefined ? undefined : await readCart(context.database, owner);
  const cart = row && {
    id: row.id,
    quantity: piecesIn(row),
    lines: row.contents.map(({ sku, quantity }) => ({ sku, quantity })),
  };
  response.status(status).json({ success: true, data: { cart } });
}
