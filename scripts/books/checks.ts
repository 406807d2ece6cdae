/** One rule of the books. The statement finds what breaks it: of what (`subject`), and how (`detail`). */
export interface Check {
  readonly code: string;
  /** The schemas that it reads. Where one is missing, the shop lacks the extension, and the rule does not apply. */
  readonly of: readonly string[];
  readonly text: string;
}

const orders = 'ext_orders';
const payments = 'ext_payments';
const stock = 'ext_stock';
const sandbox = 'ext_payment_sandbox';
const pricing = 'ext_pricing';
const documents = 'ext_invoice_documents';

/** What orders have: where the rest was cancelled, what is in their parcels. */
const bought = `(select order_id, sku, quantity from ext_orders.order_line join ext_orders.orders using (order_id)
    where rest is distinct from 'RETURNED'
  union all select order_id, sku, quantity from ext_orders.parcel_line join ext_orders.orders using (order_id) where rest = 'RETURNED')`;

/** Orders that are over, or wait for something that may come: a buyer who pays, or a parcel that is sent. */
const resting = `(state in ('REJECTED', 'REFUNDED') or (state = 'CANCELLED' and released)
  or (state in ('PAID', 'CONFIRMED') and (not unwanted or sent_at is not null) and rest is distinct from 'CANCELLED')
  or (state = 'PENDING' and opened and not unwanted and pay_until > now()))`;

const orderChecks: readonly Check[] = [
  {
    code: 'ORDER_STUCK',
    of: [orders],
    text: `select order_id, 'is ' || state || ', opened ' || opened || ', released ' || released || ', unwanted ' || unwanted
      from ext_orders.orders where not ${resting}`,
  },
  {
    code: 'CART_ORDERED_TWICE',
    of: [orders],
    text: `select cart_id, 'is of the orders ' || string_agg(order_id::text, ', ') from ext_orders.orders
      where state <> 'REJECTED' group by cart_id having count(*) > 1`,
  },
  {
    code: 'TOTAL_DIFFERS',
    of: [orders],
    text: `select order_id, 'has lines of ' || coalesce(l.sum, 0) || ', and parts of ' || goods - reduction + delivery + fees || ', for ' || total
      from ext_orders.orders left join (select order_id, sum(gross) from ext_orders.order_line group by order_id) l using (order_id)
      where coalesce(l.sum, 0) <> goods or goods - reduction + delivery + fees <> total`,
  },
  {
    code: 'INVOICE_MISSING',
    of: [orders],
    text: `select order_id, 'is ' || state from ext_orders.orders
      where state in ('PAID', 'CONFIRMED') and invoice_number is null`,
  },
  {
    code: 'INVOICE_TWICE',
    of: [orders],
    text: `select invoice_number, 'is of the orders ' || string_agg(order_id::text, ', ') from ext_orders.orders
      where invoice_number is not null group by invoice_number having count(*) > 1`,
  },
  {
    code: 'INVOICE_GAP',
    of: [orders],
    text: `select year || '-' || lpad(n::text, 6, '0'), 'is of no order' from ext_orders.invoice_counter, generate_series(1, last) n
      where not exists (select from ext_orders.orders where invoice_number = year || '-' || lpad(n::text, 6, '0'))`,
  },
  {
    code: 'PARCELS_DIFFER',
    of: [orders],
    text: `select order_id, 'is ' || state || case when sent_at is not null then ', sent' when partly_sent then ', partly sent' else '' end
        || ', and ' || coalesce(p.pieces, 0) || ' of its ' || l.pieces || ' pieces are in parcels'
      from ext_orders.orders join (select order_id, sum(quantity) as pieces from ext_orders.order_line group by order_id) l using (order_id)
      left join (select order_id, sum(quantity) as pieces from ext_orders.parcel_line group by order_id) p using (order_id)
      where (p.pieces > 0 and state not in ('PAID', 'CONFIRMED')) or p.pieces > l.pieces
        or (sent_at is null and (p.pieces = l.pieces or partly_sent <> (coalesce(p.pieces, 0) > 0)))`,
  },
];

const stockChecks: readonly Check[] = [
  {
    code: 'RESERVED_DIFFERS',
    of: [orders, stock],
    text: `select sku, 'reserves ' || reserved || ', and open orders hold ' || coalesce(held.sum, 0) from ext_stock.level
      left join (select sku, sum(quantity) from ext_stock.hold_line l join ext_stock.hold h using (order_id)
        join ext_orders.orders o on o.order_id::text = h.order_id
        where h.state = 'HELD' and counted and o.state in ('PLACING', 'PENDING', 'CLOSING', 'PAYING') group by sku) held using (sku)
      where reserved <> coalesce(held.sum, 0)`,
  },
  {
    code: 'STOCK_OF_OTHER_STATE',
    of: [orders, stock],
    text: `select o.order_id, 'is ' || o.state || ', and its stock is ' || coalesce(h.state, 'not held') from ext_orders.orders o
      left join ext_stock.hold h on h.order_id = o.order_id::text
      where (o.state in ('PAID', 'CONFIRMED') and h.state is distinct from 'COMMITTED')
        or (o.state in ('CANCELLED', 'REJECTED', 'REFUNDED') and h.state = 'HELD')`,
  },
  {
    code: 'SOLD_DIFFERS',
    of: [orders, stock],
    text: `select o.order_id, 'is ' || o.state || ' with ' || coalesce(l.ordered, 0) || ' of ' || sku || ', and ' || coalesce(s.sold, 0) || ' are sold'
      from ext_orders.orders o join ext_stock.hold h on h.order_id = o.order_id::text and h.state = 'COMMITTED'
      cross join lateral (select sku from ext_orders.order_line where order_id = o.order_id
        union select sku from ext_stock.hold_line where order_id = h.order_id) skus
      left join lateral (select sum(quantity) as ordered from ${bought} line
        where order_id = o.order_id and sku = skus.sku and o.state in ('PAID', 'CONFIRMED')) l on true
      left join lateral (select sum(quantity - returned) as sold from ext_stock.hold_line where order_id = h.order_id and sku = skus.sku) s on true
      where o.state in ('PAID', 'CONFIRMED', 'CANCELLED', 'REFUNDED') and coalesce(l.ordered, 0) <> coalesce(s.sold, 0)`,
  },
];

/** What orders have paid back, without what they have credited: no money moved. */
const paidBack = `(select order_id, refunded - coalesce(c.sum, 0) as refunded from ext_orders.orders
  left join (select order_id, sum(amount) from ext_orders.order_credit group by order_id) c using (order_id))`;

const paymentChecks: readonly Check[] = [
  {
    code: 'PAID_WITHOUT_MONEY',
    of: [orders, payments],
    text: `select o.order_id, 'is paid with ' || total || ', and ' || coalesce(captured, 0) || ' was captured' from ext_orders.orders o
      left join (select order_id, sum(captured) as captured from ext_payments.payment group by order_id) p on p.order_id = o.order_id::text
      where o.state = 'PAID' and coalesce(captured, 0) <> total`,
  },
  {
    code: 'MONEY_WITHOUT_ORDER',
    of: [orders, payments],
    text: `select p.order_id, 'has ' || captured - p.refunded || ' of captured money, and is ' || coalesce(o.state, 'no order')
      from ext_payments.payment p left join ext_orders.orders o on o.order_id::text = p.order_id
      where captured > p.refunded and o.state is distinct from 'PAID'`,
  },
  {
    code: 'PAYMENT_TWICE',
    of: [payments],
    text: `select order_id, 'has ' || count(*) || ' payments' from ext_payments.payment group by order_id having count(*) > 1`,
  },
  {
    code: 'REFUND_ABOVE_CAPTURED',
    of: [payments],
    text: `select order_id, 'pays back ' || sum(r.amount) || ' of ' || captured from ext_payments.payment
      join ext_payments.refund r using (order_id) where r.state <> 'REFUSED' group by order_id, captured having sum(r.amount) > captured`,
  },
  {
    code: 'REFUNDED_DIFFERS',
    of: [orders, payments],
    text: `select p.order_id, 'has refunds of ' || coalesce(r.sum, 0) || ', its payment ' || p.refunded || ', its order ' || coalesce(o.refunded, 0)
      from ext_payments.payment p left join ${paidBack} o on o.order_id::text = p.order_id
      left join (select order_id, sum(amount) from ext_payments.refund where state = 'DONE' group by order_id) r on r.order_id = p.order_id
      where p.refunded <> coalesce(r.sum, 0) or p.refunded <> coalesce(o.refunded, 0)`,
  },
  {
    code: 'REFUND_STUCK',
    of: [payments],
    text: `select order_id, 'waits for the refund ' || key from ext_payments.refund where state = 'PENDING'`,
  },
  {
    code: 'PAYMENT_STUCK',
    of: [orders, payments],
    text: `select p.order_id, 'is ' || coalesce(o.state, 'no order') || ', and its payment ' || p.state from ext_payments.payment p
      left join ext_orders.orders o on o.order_id::text = p.order_id
      where p.state in ('NEW', 'OPEN') and o.state is distinct from 'PENDING'`,
  },
];

const paidAtSandbox = `(select client_reference_id as order_id, count(*) as times, sum(s.amount) as paid, sum(r.sum) as refunded
  from ext_payment_sandbox.session s
  left join (select payment_intent, sum(amount) from ext_payment_sandbox.refund group by payment_intent) r using (payment_intent)
  where status = 'complete' group by client_reference_id)`;

const sandboxChecks: readonly Check[] = [
  {
    code: 'PAID_TWICE_AT_PROVIDER',
    of: [sandbox],
    text: `select order_id, 'was paid ' || times || ' times' from ${paidAtSandbox} s where times > 1`,
  },
  {
    code: 'PROVIDER_DIFFERS',
    of: [payments, sandbox],
    text: `select order_id, 'the shop has ' || coalesce(p.captured, 0) || ' less ' || coalesce(p.refunded, 0)
        || ', the provider ' || coalesce(s.paid, 0) || ' less ' || coalesce(s.refunded, 0)
      from (select order_id, sum(captured) as captured, sum(refunded) as refunded from ext_payments.payment
        where method = 'CardPayment' or captured > 0 group by order_id) p
      full join ${paidAtSandbox} s using (order_id)
      where coalesce(p.captured, 0) <> coalesce(s.paid, 0) or coalesce(p.refunded, 0) <> coalesce(s.refunded, 0)`,
  },
];

const documentChecks: readonly Check[] = [
  {
    // What was credited before a shop had invoice-documents has none.
    code: 'CREDIT_NOTE_DIFFERS',
    of: [orders, documents],
    text: `select o.order_id, 'is ' || state || ' with ' || total || ' less ' || refunded || ', and has credit notes of ' || coalesce(n.sum, 0)
      from ext_orders.orders o
      left join (select order_id, sum(amount) from ext_invoice_documents.credit_note group by order_id) n on n.order_id = o.order_id::text
      where invoice_number is not null and coalesce(n.sum, 0) <> case when state = 'CANCELLED' then total else refunded end`,
  },
];

const voucherChecks: readonly Check[] = [
  {
    code: 'VOUCHER_WITHOUT_ORDER',
    of: [orders, pricing],
    text: `select u.code, 'is used for ' || u.order_id || ', which is ' || coalesce(o.state, 'no order') from ext_pricing.voucher_use u
      left join ext_orders.orders o on o.order_id::text = u.order_id where o.state is null or o.state = 'REJECTED'
        or (o.state = 'CANCELLED' and o.released)`,
  },
  {
    code: 'VOUCHER_USES_DIFFER',
    of: [pricing],
    text: `select code, 'counts ' || uses || ', and orders have ' || (select count(*) from ext_pricing.voucher_use u where u.code = v.code)
      from ext_pricing.voucher v where uses <> (select count(*) from ext_pricing.voucher_use u where u.code = v.code)`,
  },
];

export const checks: readonly Check[] = [
  ...orderChecks,
  ...stockChecks,
  ...paymentChecks,
  ...sandboxChecks,
  ...documentChecks,
  ...voucherChecks,
];

/** With `$1` SKUs, and `$2` how many pieces of each there were before the first order. */
export const countedText = `
  select sku, 'had ' || pieces || ', and has ' || coalesce(on_hand, 0) || ' beside ' || coalesce(sold, 0) || ' that are sold'
  from unnest($1::text[], $2::integer[]) as counted (sku, pieces) left join ext_stock.level using (sku)
  left join (select sku, sum(quantity - returned) as sold from ext_stock.hold_line join ext_stock.hold using (order_id)
    where state = 'COMMITTED' and hold_line.counted group by sku) s using (sku)
  where coalesce(on_hand, 0) + coalesce(sold, 0) <> pieces or coalesce(sold, 0) > pieces or coalesce(on_hand, 0) < 0`;

/** Pieces that orders have, as far as orders know: what a broken stock does not see. */
export const oversoldText = `
  select sku, 'had ' || pieces || ', and orders have ' || coalesce(o.sold, 0)
  from unnest($1::text[], $2::integer[]) as counted (sku, pieces)
  left join (select sku, sum(quantity) as sold from ${bought} line join ext_orders.orders using (order_id)
    where state in ('PAID', 'CONFIRMED') group by sku) o using (sku)
  where coalesce(o.sold, 0) > pieces`;
