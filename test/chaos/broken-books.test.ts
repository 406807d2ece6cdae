import { expect } from 'chai';
import { auditBooks } from '../../scripts/books/audit-books.ts';
import { type Crowd, visit } from '../support/buyers.ts';
import { type Edits, openKilledShop } from '../support/killed-shop.ts';
import { waitForRest } from '../support/resting-shop.ts';

/** An extension whose copy does something as often as it is asked, and what the audit says then. */
const broken: readonly (readonly [what: string, extension: string, edits: Edits, code: string])[] = [
  [
    'holds stock once for each call, and not for each order',
    'stock',
    {
      'migrations/001-create-stock.sql': [
        ['order_id text primary key check', 'order_id text check'],
        ['order_id text not null references hold', 'order_id text not null'],
        [
          'check (returned between 0 and quantity),\n  primary key (order_id, sku)',
          'check (returned between 0 and quantity)',
        ],
      ],
      'src/lock-hold.ts': [['on conflict (order_id) do nothing returning', 'returning']],
    },
    'RESERVED_DIFFERS',
  ],
  [
    'opens a session at the provider for each request, and not for each key',
    'payment-sandbox',
    { 'src/answer-api.ts': [['key === undefined ? run', "key !== '' ? run"]] },
    'PROVIDER_DIFFERS',
  ],
  [
    'stores an order for each click, and not for each form and cart',
    'orders',
    {
      'migrations/001-create-order.sql': [
        ['create unique index orders_by_cart', 'create index orders_by_cart'],
        ['withdrawn_at timestamptz(3),\n  unique (form_digest, request_digest)', 'withdrawn_at timestamptz(3)'],
      ],
    },
    'CART_ORDERED_TWICE',
  ],
];

/** Each of them clicks twice. */
const buyers = Array.from({ length: 16 }, (_, index) => 3 * index);
const sku = 'VIT-C1000-90';
/** Enough for each click of each buyer. */
const pieces = 100;

describe('the audit of a shop whose parts are not idempotent', () => {
  // They show that the audit can fail. Whether a fault strikes depends on when buyers click, so they run on request.
  const wanted = process.env.STOA_TEST_KILL_ROUNDS === undefined ? [] : broken;
  for (const [what, extension, edits, code] of wanted)
    context(`when "${extension}" ${what}`, () => {
      it(`finds ${code}`, async () => {
        await using shop = await openKilledShop({ edits: { [extension]: edits } });
        await shop.sql('update ext_stock.level set on_hand = $2 where sku = $1', [sku, pieces]);
        const crowd: Crowd = {
          shop,
          sku,
          answers: new Map(),
          giveUp: AbortSignal.timeout(30_000),
          closeWindow: async (id) => {
            await shop.sql("update ext_orders.orders set pay_until = now() where order_id = $1 and state = 'PENDING'", [
              id,
            ]);
          },
        };
        await Promise.allSettled(buyers.map((index) => visit(crowd, index)));
        // Some of what is broken never rests.
        await waitForRest(shop, 15_000);
        const findings = await auditBooks(shop.ask, { [sku]: pieces });
        expect(
          findings.map((finding) => finding.code),
          shop.said(),
        ).to.include(code);
      });
    });
});
