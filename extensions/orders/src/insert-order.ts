import { randomUUID } from 'node:crypto';
import { absoluteUrl } from 'stoa';
import type { Context, Graph } from '../orders.gen.ts';
import type { CartNow } from './read-cart.ts';

export interface NewOrder {
  readonly input: Graph['PlaceOrderInput'];
  readonly form: string;
  readonly request: string;
  readonly cart: CartNow;
}

const names = `order_id, form_digest, request_digest, customer_id, visitor, locale, email, name, address, cart_id, delivery_method,
  delivery_label, payment_method, payment_label, goods, reduction, delivery, fees, total, taxes, path, origin, vouchers, reductions, by_hand, pay_until`;

/** Stores the order with its prices. Does nothing where the form, or another one with the same cart, is stored already. */
export async function insertOrder(context: Context, order: NewOrder): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const [stored] = await transaction.query<{ order_id: string }>(
      `with stored as (
         insert into orders (${names}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
           now() + case when $25 then interval '12 hours' else interval '30 minutes' end)
         on conflict do nothing returning order_id)
       insert into order_line (order_id, position, sku, product_id, name, label, quantity, unit, gross, reduction, rate)
       select order_id, position, l.sku, l."productId", l.name, l.label, l.quantity, l.unit, l.gross, l.reduction, l.rate
       from stored, jsonb_array_elements($26::jsonb) with ordinality as e (line, position), jsonb_to_record(line) as l (
         sku text, "productId" text, name text, label text, quantity int, unit int, gross int, reduction int, rate int)
       returning order_id`,
      [...valuesOf(context, order), JSON.stringify(order.cart.lines)],
    );
    if (stored === undefined || !order.input.byHand) return;
    await transaction.record({
      action: 'order.placedByHand',
      subject: `order:${stored.order_id}`,
      to: { total: order.cart.totals.total },
    });
  });
}

function valuesOf(context: Context, { input, form, request, cart }: NewOrder): readonly unknown[] {
  const { totals, labels } = cart;
  const id = randomUUID();
  const byHand = input.byHand ?? false;
  const buyer = context.caller.kind === 'user' && !byHand ? context.caller.id : null;
  return [
    ...[
      id,
      form,
      request,
      buyer,
      byHand ? null : context.visitor,
      context.locale,
      input.email,
      input.name,
      JSON.stringify(input.address),
    ],
    ...[input.cart, input.deliveryMethod, labels.delivery, input.paymentMethod, labels.payment],
    ...[totals.goods, totals.reduction, totals.delivery, totals.fees, totals.total, JSON.stringify(totals.taxes)],
    context.url('order', { orderId: id }),
    absoluteUrl(context, ''),
    JSON.stringify(cart.vouchers),
    JSON.stringify(totals.reductions),
    byHand,
  ];
}
