import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Client } from 'pg';
import { loadConfig } from '#config';
import { askThrough, auditBooks } from '../../scripts/books/audit-books.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { createShopDatabase } from '../support/shared-server.ts';
import { shopConfig } from '../support/test-project.ts';

const root = resolve(import.meta.dirname, '../..');
const paid = '11111111-1111-4111-8111-111111111111';
const cancelled = '22222222-2222-4222-8222-222222222222';
const counted = { 'VIT-1': 10 };

/** A paid order of two pieces, of which 500 were paid back, and one that was cancelled. */
const whole = `
  insert into ext_orders.orders (order_id, state, form_digest, request_digest, locale, email, name, address, cart_id,
    delivery_method, delivery_label, payment_method, payment_label, goods, reduction, delivery, fees, total, refunded,
    taxes, path, origin, opened, released, invoice_number)
  select id, state, cart, 'r', 'en', 'a@b.example', 'Ann', '{}', cart, 'd', 'd', 'CardPayment', 'Card', 2000, 0, 0, 0, 2000, refunded,
    '[]', '/', '', true, released, number
  from (values ('${paid}'::uuid, 'PAID', 'one', 500, false, '2026-000001'), ('${cancelled}', 'CANCELLED', 'two', 0, true, null))
    as o (id, state, cart, refunded, released, number);
  insert into ext_orders.order_line (order_id, position, sku, name, quantity, unit, gross, reduction)
    select order_id, 1, 'VIT-1', 'Vitamin', 2, 1000, 2000, 0 from ext_orders.orders;
  insert into ext_orders.invoice_counter values (2026, 1);
  insert into ext_stock.level values ('VIT-1', 8, 0);
  insert into ext_stock.hold (order_id, state) values ('${paid}', 'COMMITTED'), ('${cancelled}', 'RELEASED');
  insert into ext_stock.hold_line select order_id, 'VIT-1', 2, true, 0 from ext_stock.hold;
  insert into ext_payments.payment (order_id, method, state, amount, captured, refunded, description, return_url, country, stopped)
    values ('${paid}', 'CardPayment', 'CAPTURED', 2000, 2000, 500, '', '', 'IE', true),
      ('${cancelled}', 'CardPayment', 'CLOSED', 2000, 0, 0, '', '', 'IE', true);
  insert into ext_payments.refund (order_id, key, amount, state) values ('${paid}', 'part:1', 500, 'DONE');
  insert into ext_payment_sandbox.session (session_id, payment_intent, amount, currency, description, success_url, cancel_url,
    client_reference_id, status, expires_at) values ('s1', 'i1', 2000, 'eur', '', '', '', '${paid}', 'complete', now());
  insert into ext_payment_sandbox.refund (refund_id, payment_intent, amount) values ('r1', 'i1', 500);
  insert into ext_invoice_documents.credit_note (order_id, refunded, amount, taxes, seller, issued_at)
    values ('${paid}', 500, 500, '[]', '{}', now());
  insert into ext_pricing.voucher (code, kind, uses) values ('TEN', 'FREE_DELIVERY', 1);
  insert into ext_pricing.voucher_hold (order_id, state) values ('${paid}', 'HELD'), ('lost', 'HELD'), ('${cancelled}', 'HELD');
  insert into ext_pricing.voucher_use (order_id, code) values ('${paid}', 'TEN')`;

const ofOrder = (change: string, id = paid) => `update ext_orders.orders set ${change} where order_id = '${id}'`;
const parcel = `insert into ext_orders.parcel (order_id, number) values ('${paid}', 1);
  insert into ext_orders.parcel_line values ('${paid}', 1, 'VIT-1', 1)`;
const another = (table: string, key: string, rest: string) =>
  `insert into ${table} select (jsonb_populate_record(t, '${key}')).* from ${table} t where ${rest}`;

/** What breaks the books, and what is found then. */
const broken: readonly (readonly [name: string, statements: string, codes: readonly string[]])[] = [
  [
    'a paid order without captured payment',
    `delete from ext_payments.refund; delete from ext_payments.payment where order_id = '${paid}'`,
    ['PAID_WITHOUT_MONEY', 'PROVIDER_DIFFERS'],
  ],
  [
    'less captured than the order costs',
    `update ext_payments.payment set captured = 1900 where captured = 2000`,
    ['PAID_WITHOUT_MONEY', 'PROVIDER_DIFFERS'],
  ],
  [
    'captured money of a cancelled order',
    `${ofOrder("state = 'CANCELLED', released = true")}; update ext_stock.hold_line set returned = 2 where order_id = '${paid}'; update ext_stock.level set on_hand = 10; delete from ext_pricing.voucher_use; update ext_pricing.voucher set uses = 0; delete from ext_orders.invoice_counter`,
    ['MONEY_WITHOUT_ORDER', 'CREDIT_NOTE_DIFFERS'],
  ],
  [
    'captured money of no order',
    another('ext_payments.payment', '{"order_id": "lost", "method": "Other"}', 'captured > 0'),
    ['MONEY_WITHOUT_ORDER', 'REFUNDED_DIFFERS', 'PROVIDER_DIFFERS'],
  ],
  [
    'two payments for one order',
    `alter table ext_payments.refund drop constraint refund_order_id_fkey; alter table ext_payments.payment drop constraint payment_pkey; ${another('ext_payments.payment', '{"captured": 0, "refunded": 0, "state": "CLOSED"}', `order_id = '${cancelled}'`)}`,
    ['PAYMENT_TWICE'],
  ],
  [
    'two sessions paid at the provider',
    another('ext_payment_sandbox.session', '{"session_id": "s2", "payment_intent": "i2"}', 'true'),
    ['PAID_TWICE_AT_PROVIDER', 'PROVIDER_DIFFERS'],
  ],
  [
    'refunds above what was captured',
    another(
      'ext_payments.refund',
      '{"refund_id": "33333333-3333-4333-8333-333333333333", "key": "part:2", "amount": 1600}',
      'true',
    ),
    ['REFUND_ABOVE_CAPTURED', 'REFUNDED_DIFFERS'],
  ],
  ['a refund that the order does not know', ofOrder('refunded = 0'), ['REFUNDED_DIFFERS', 'CREDIT_NOTE_DIFFERS']],
  [
    'a credit that no money may be',
    `insert into ext_orders.order_credit values ('${paid}', 'a', 500)`,
    ['REFUNDED_DIFFERS'],
  ],
  ['a refund without a credit note', 'delete from ext_invoice_documents.credit_note', ['CREDIT_NOTE_DIFFERS']],
  [
    'a cancelled order that is credited in part',
    `${ofOrder("invoice_number = '2026-000002', refunded = 300", cancelled)}; update ext_orders.invoice_counter set last = 2;
     insert into ext_orders.order_credit values ('${cancelled}', 'a', 300);
     insert into ext_invoice_documents.credit_note select '${cancelled}', 300, null, 300, taxes, seller, issued_at from ext_invoice_documents.credit_note`,
    ['CREDIT_NOTE_DIFFERS'],
  ],
  ['a refund that waits', `update ext_payments.refund set state = 'PENDING'`, ['REFUNDED_DIFFERS', 'REFUND_STUCK']],
  ['money that the provider has not', `update ext_payment_sandbox.session set status = 'open'`, ['PROVIDER_DIFFERS']],
  ['a refund that the provider has not', 'delete from ext_payment_sandbox.refund', ['PROVIDER_DIFFERS']],
  [
    'a payment that waits for an order that is over',
    `update ext_payments.payment set state = 'OPEN' where state = 'CLOSED'`,
    ['PAYMENT_STUCK'],
  ],
  ['an order that is stuck', ofOrder('released = false', cancelled), ['ORDER_STUCK']],
  [
    'an order whose window is over',
    `${ofOrder("state = 'PENDING', pay_until = now() - interval '1 second'", cancelled)}`,
    ['ORDER_STUCK'],
  ],
  [
    'a cart that is ordered twice',
    `drop index ext_orders.orders_by_cart; ${ofOrder("cart_id = 'one'", cancelled)}`,
    ['CART_ORDERED_TWICE'],
  ],
  ['a total of other parts', ofOrder('delivery = 100'), ['TOTAL_DIFFERS']],
  [
    'a paid order without an invoice',
    `${ofOrder('invoice_number = null')}; delete from ext_orders.invoice_counter`,
    ['INVOICE_MISSING'],
  ],
  ['a gap in the invoices', 'update ext_orders.invoice_counter set last = 2', ['INVOICE_GAP']],
  ['a parcel of an order that is not partly sent', parcel, ['PARCELS_DIFFER']],
  [
    'a cancelled rest whose stock waits',
    `${parcel}; ${ofOrder("sent_at = now(), rest = 'CANCELLED'")}`,
    ['ORDER_STUCK'],
  ],
  [
    'a cancelled rest whose stock is sold',
    `${parcel}; ${ofOrder("sent_at = now(), rest = 'RETURNED'")}`,
    ['SOLD_DIFFERS'],
  ],
  ['a partly sent order without a parcel', ofOrder('partly_sent = true'), ['PARCELS_DIFFER']],
  [
    'an invoice number twice',
    `alter table ext_orders.orders drop constraint orders_invoice_number_key; ${ofOrder("invoice_number = '2026-000001'", cancelled)}`,
    ['INVOICE_TWICE', 'CREDIT_NOTE_DIFFERS'],
  ],
  ['reserved pieces of no open order', 'update ext_stock.level set reserved = 1', ['RESERVED_DIFFERS']],
  [
    'a paid order whose stock is not sold',
    `update ext_stock.hold set state = 'RELEASED'; update ext_stock.level set on_hand = 10`,
    ['STOCK_OF_OTHER_STATE'],
  ],
  [
    'a cancelled order that holds stock',
    `update ext_stock.hold set state = 'HELD' where state = 'RELEASED'; update ext_stock.level set reserved = 2`,
    ['RESERVED_DIFFERS', 'STOCK_OF_OTHER_STATE'],
  ],
  [
    'a cancelled order whose stock is sold',
    `update ext_stock.hold set state = 'COMMITTED'; update ext_stock.level set on_hand = 6`,
    ['SOLD_DIFFERS'],
  ],
  [
    'fewer pieces sold than ordered',
    `update ext_stock.hold_line set quantity = 1 where order_id = '${paid}'; update ext_stock.level set on_hand = 9`,
    ['SOLD_DIFFERS'],
  ],
  ['pieces that are gone', 'update ext_stock.level set on_hand = 7', ['PIECES_DIFFER']],
  [
    'an oversold SKU',
    `update ext_stock.hold_line set quantity = 11 where order_id = '${paid}'; update ext_orders.order_line set quantity = 11 where order_id = '${paid}'; update ext_stock.level set on_hand = 0`,
    ['PIECES_DIFFER', 'OVERSOLD'],
  ],
  ['a voucher that no order has', `update ext_pricing.voucher_use set order_id = 'lost'`, ['VOUCHER_WITHOUT_ORDER']],
  [
    'a voucher of a cancelled order',
    `update ext_pricing.voucher_use set order_id = '${cancelled}'`,
    ['VOUCHER_WITHOUT_ORDER'],
  ],
  ['a voucher that counts another number of uses', 'update ext_pricing.voucher set uses = 2', ['VOUCHER_USES_DIFFER']],
];

describe('the audit of the books', () => {
  let client: Client;
  let url: string;
  let drop: () => Promise<void>;
  before(async () => {
    const environment = { DATABASE_URL: 'postgresql://localhost/any' };
    ({ url, drop } = await createShopDatabase(await loadConfig(await shopConfig(), { environment }), false));
    client = await connect(parseDatabaseUrl(url));
    await client.query(whole);
  });
  after(async () => {
    await client.end();
    await drop();
  });
  beforeEach(() => client.query('begin'));
  afterEach(() => client.query('rollback'));

  it('finds nothing in whole books', async () => {
    expect(await auditBooks(askThrough(client), counted)).to.deep.equal([]);
  });

  for (const [name, statements, codes] of broken)
    it(`finds ${name}`, async () => {
      await client.query(statements);
      const findings = await auditBooks(askThrough(client), counted);
      expect(
        findings.map(({ code }) => code),
        JSON.stringify(findings),
      ).to.deep.equal(codes);
    });

  it('leaves out what the shop has no extension for', async () => {
    await client.query(
      'drop schema ext_payment_sandbox cascade; drop schema ext_pricing cascade; drop schema ext_stock cascade',
    );
    expect(await auditBooks(askThrough(client))).to.deep.equal([]);
  });

  it('is a script, too, which says what it finds', async () => {
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/audit-books.ts', ...words], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: url },
      });
    expect((await run('VIT-1=10')).stdout).to.equal('The books agree.\n');
    const error: unknown = await run('VIT-1=11').catch((error: unknown) => error);
    expect(error).to.deep.include({
      code: 1,
      stdout: 'PIECES_DIFFER VIT-1: had 11, and has 8 beside 2 that are sold\n',
    });
  });
});
