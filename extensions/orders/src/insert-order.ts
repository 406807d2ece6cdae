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

const columns = `order_id, form_digest, request_digest, customer_id, visitor, by_hand, locale, email, name, address, path, origin, cart_id,
  delivery_method, delivery_label, payment_method, payment_label, goods, reduction, reductions, delivery, fees, total, taxes, vouchers`;
const lineColumns = 'position, sku, product_id, name, label, quantity, unit, gross, reduction, rate';
const insertText = `
  with stored as (
    insert into orders (${columns}, pay_until)
    select ${columns}, now() + case when by_hand then interval '12 hours' else interval '30 minutes' end
    from jsonb_populate_record(null::orders, $1::jsonb)
    on conflict do nothing returning order_id)
  insert into order_line (order_id, ${lineColumns})
  select stored.order_id, ${lineColumns} from stored, jsonb_populate_recordset(null::order_line, $2::jsonb)
  returning order_id`;

/** Stores the order with its prices. Does nothing where the form, or another one with the same cart, is stored already. */
export async function insertOrder(context: Context, order: NewOrder): Promise<void> {
  const row = rowOf(context, order);
  const lines = order.cart.lines.map((line, index) => ({ ...line, product_id: line.productId, position: index + 1 }));
  await context.database.transaction(async (transaction) => {
    const stored = await transaction.query(insertText, [JSON.stringify(row), JSON.stringify(lines)]);
    if (stored.length === 0 || !row.by_hand) return;
    const { order_id: id, total } = row;
    await transaction.record({ action: 'order.placedByHand', subject: `order:${id}`, to: { total } });
  });
}

/** By the names of the columns. An order by hand is of no account and no browser. */
function rowOf(context: Context, { input, form, request, cart }: NewOrder) {
  const id = randomUUID();
  const byHand = input.byHand ?? false;
  return {
    order_id: id,
    form_digest: form,
    request_digest: request,
    customer_id: context.caller.kind === 'user' && !byHand ? context.caller.id : null,
    visitor: byHand ? null : context.visitor,
    by_hand: byHand,
    locale: context.locale,
    email: input.email,
    name: input.name,
    address: { ...input.address, postcode: input.address.postcode ?? '' },
    path: context.url('order', { orderId: id }),
    origin: absoluteUrl(context, ''),
    cart_id: input.cart,
    delivery_method: input.deliveryMethod,
    delivery_label: cart.labels.delivery,
    payment_method: input.paymentMethod,
    payment_label: cart.labels.payment,
    vouchers: cart.vouchers,
    ...cart.totals,
  };
}
