/**
 * How long the merchant's desk takes in a shop with 200,000 orders of two years: its home page, and the list of orders.
 * Medians over HTTP, one answer after another. Run by hand: `npm run bench -- desk --orders 200000 --rounds 20`.
 */

import { parseArgs } from 'node:util';
import { issueToken } from '#auth';
import { connect, parseDatabaseUrl } from '../src/postgres/connection/connect.ts';
import { percentile } from './load.ts';
import { openOwnShop } from './own-shop.ts';

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '20' } },
});

// Each year brings more. Of what is older than a week, all is sent or over; 20,000 people buy.
const fillOrders = `
  insert into orders (state, form_digest, request_digest, customer_id, locale, email, name, address, cart_id, cart_closed,
    delivery_method, delivery_label, payment_method, payment_label, goods, reduction, delivery, fees, total, refunded, taxes,
    path, origin, placed_at, sent_at)
  select state, 'f' || n, 'r', case when n % 3 > 0 then 'c' || buyer end, 'en-IE', 'buyer' || buyer || '@example.com', 'Buyer ' || buyer,
    '{"name": "Buyer", "street": "1 High Street", "postcode": "D01", "city": "Dublin", "country": "IE"}', 'k' || n, true,
    'flat-rate', 'Delivery', 'invoice', 'Invoice', goods, 0, 490, 0, goods + 490,
    case when n % 40 = 0 then goods / 2 else 0 end, '[]', '/orders/' || n, 'https://shop.example', placed,
    case when state in ('CONFIRMED', 'PAID') and placed < now() - interval '1 week' then placed + interval '1 day' end
  from (select n, hashint4(n)::bigint & 2147483647 as dice from generate_series(1, $1::int) n) numbers,
    lateral (select 1000 + dice % 9000 as goods, dice % 20000 as buyer,
      now() - interval '730 days' * power(1 - n::float8 / $1::int, 0.8) as placed,
      (array['CONFIRMED', 'PAID', 'PAID', 'PAID', 'CONFIRMED', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PAID',
        'PAID', 'PAID', 'CANCELLED', 'REJECTED', 'REFUNDED', case when n > $1::int - 50 then 'PENDING' else 'PAID' end])[1 + dice / 32 % 20]
        as state) facts`;
const fillLines = `
  insert into order_line (order_id, position, sku, product_id, name, quantity, unit, gross, reduction)
  select order_id, position, 'SKU-' || product, product::text, 'Product ' || product, 1 + position, 1000, 1000 * (1 + position), 0
  from orders, generate_series(0, number % 4) position, lateral (select 1001 + (hashint8(number * 5 + position) & 511) as product) p`;
const fill: readonly (readonly [schema: string, text: string])[] = [
  ['ext_orders', fillOrders],
  ['ext_orders', fillLines],
  ['ext_stock', `insert into level (sku, on_hand) select 'SKU-' || n, n % 97 from generate_series(1, 5000) n`],
  [
    'ext_reviews',
    `insert into review (product_id, author, rating, comment, state)
     select (1001 + n % 72)::text, 'Ann', 1 + n % 5, 'Good.', case when n % 100 = 0 then 'WAITING' else 'PUBLISHED' end
     from generate_series(1, 20000) n`,
  ],
];

const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', '/desk'],
  ['orders, first page', '/desk/orders'],
  ['orders to send', '/desk/orders?state=TO_SEND'],
  ['orders sent', '/desk/orders?state=SENT'],
  ['orders cancelled', '/desk/orders?state=CANCELLED'],
  ['orders refunded', '/desk/orders?state=REFUNDED'],
  ['orders of an address', '/desk/orders?search=buyer1234@'],
  ['orders, addresses that begin', '/desk/orders?search=buyer12'],
  ['order by its number', '/desk/orders?search=100500'],
  ['orders, page 100', '/desk/orders?page=100'],
  ['orders, last page', `/desk/orders?page=${Math.floor(Number(options.orders) / 53)}`],
];

await using own = await openOwnShop();
await own.within(async (shop) => {
  const admin = await connect(parseDatabaseUrl(own.databaseUrl));
  for (const [schema, text] of fill) {
    await admin.query(`set search_path = ${schema}`);
    await admin.query(text, text.includes('$1') ? [Number(options.orders)] : []);
  }
  await admin.query('vacuum analyze');
  await admin.end();
  const permissions = [
    'desk:use',
    'orders:write',
    'reviews:moderate',
    'stock:write',
    'customers:write',
    'catalog:write',
  ];
  const token = await issueToken(shop.gateway.config, { subject: 'bench', permissions });
  for (const [name, path] of pages)
    process.stdout.write(`${name.padEnd(30)} ${await measure(shop.url + path, token)}\n`);
});

/** Warm: the first five answers are not counted. */
async function measure(url: string, token: string): Promise<string> {
  const taken: number[] = [];
  for (let round = -5; round < Number(options.rounds); round++) {
    const started = performance.now();
    const headers = { accept: 'text/html', authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers });
    const html = await response.text();
    if (response.status !== 200 || html.includes('role="alert"')) throw new Error(`${url}: ${response.status} ${html}`);
    if (round >= 0) taken.push(performance.now() - started);
  }
  const at = (part: number): string => `${percentile(taken, part).toFixed(1).padStart(6)} ms`;
  return `fastest ${at(0)}   median ${at(0.5)}   95 % ${at(0.95)}`;
}
