import { createHash } from 'node:crypto';
import type { Database, Transaction } from 'stoa';
import type { Graph } from '../pricing.gen.ts';
import { problemOf } from './voucher-store.ts';

type VoucherHold = Graph['VoucherHold'];

interface Holding {
  readonly order: string;
  readonly cart: string;
  /** Those in the prices of the order; null for those that the cart has now. */
  readonly codes: readonly string[] | null;
  /** Null for a guest who is not known. */
  readonly buyer: string | null;
}

interface LockedVoucher {
  readonly code: string;
  readonly problem: VoucherHold['problems'][number] | null;
}

// Of several requests for one order, the first writes its row. The others wait for it, and read its answer.
const beginText = `insert into voucher_hold (order_id, state) values ($1, $2) on conflict (order_id) do nothing returning order_id`;
const readText = 'select order_id as "order", state, missing, problems from voucher_hold where order_id = $1';
// Locks go by code, so that two orders never wait for each other.
const lockText = `
  select code from voucher
  where code = any(coalesce($2::text[], array(select code from cart_voucher where cart_id = $1)))
  order by code for update`;
// A statement of its own: it sees what the orders before have used.
const lockedText = `
  select code, coalesce(${problemOf}, case when once_each and ($2::text is null
    or exists (select from voucher_use used where used.code = voucher.code and used.buyer_digest = $2)) then 'USED_BEFORE' end) as problem
  from voucher where code = any($1::text[]) order by code`;
const refuseText = `update voucher_hold set state = 'REFUSED', missing = $2, problems = $3 where order_id = $1`;
// Without them, the cart shows what it costs now, and the next order goes on.
const dropText = 'delete from cart_voucher where cart_id = $1 and code = any($2::text[])';
const useText = `
  with used as (update voucher set uses = uses + 1 where code = any($2::text[]) returning code, once_each)
  insert into voucher_use (order_id, code, buyer_digest) select $1, code, case when once_each then $3 end from used`;
const lockHoldText = 'select state from voucher_hold where order_id = $1 for update';
const moveText = 'update voucher_hold set state = $2 where order_id = $1';
// Vouchers are locked by code before they change, as above.
const lockUsedText = `
  select code from voucher where code in (select code from voucher_use where order_id = $1) order by code for update`;
const giveBackText = `
  with given as (delete from voucher_use where order_id = $1 returning code)
  update voucher set uses = uses - 1 from given where voucher.code = given.code`;

/** Uses the vouchers of a cart for an order: all or none, and once for an order. A refusal is stored, too. */
export function holdVouchers(database: Database, holding: Holding): Promise<VoucherHold> {
  return database.transaction(async (transaction) => {
    const begun = await transaction.query(beginText, [holding.order, 'HELD']);
    if (begun.length > 0) await useAll(transaction, holding);
    return await readHold(transaction, holding.order);
  });
}

/**
 * Gives the vouchers of an order back. Before a hold, the row that it leaves forbids the hold. What is committed is
 * given back for good alone, and that refuses a commit that comes later.
 */
export function releaseVouchers(
  database: Database,
  { order, forGood }: { readonly order: string; readonly forGood: boolean },
): Promise<VoucherHold> {
  const released = forGood ? 'REFUSED' : 'RELEASED';
  return database.transaction(async (transaction) => {
    await transaction.query(beginText, [order, released]);
    const state = await lockHold(transaction, order);
    if (state === 'HELD' || (forGood && state !== 'REFUSED')) {
      await transaction.query(lockUsedText, [order]);
      await transaction.query(giveBackText, [order]);
      await transaction.query(moveText, [order, released]);
    }
    return await readHold(transaction, order);
  });
}

/**
 * Keeps the vouchers of an order that is paid. Those that it has given back are used again, since its money came late:
 * all or none. A refusal is stored, too.
 */
export function commitVouchers(database: Database, holding: Omit<Holding, 'cart'>): Promise<VoucherHold> {
  return database.transaction(async (transaction) => {
    await transaction.query(beginText, [holding.order, 'RELEASED']);
    const state = await lockHold(transaction, holding.order);
    if (state === 'HELD' || state === 'RELEASED') await transaction.query(moveText, [holding.order, 'COMMITTED']);
    if (state === 'RELEASED') await useAll(transaction, { ...holding, cart: '' });
    return await readHold(transaction, holding.order);
  });
}

async function useAll(transaction: Transaction, { order, cart, codes: asked, buyer }: Holding): Promise<void> {
  const locked = await transaction.query<{ readonly code: string }>(lockText, [cart, asked]);
  const codes = locked.map(({ code }) => code);
  const digest = buyer === null ? null : createHash('sha256').update(buyer.trim().toLowerCase()).digest('base64url');
  const vouchers = await transaction.query<LockedVoucher>(lockedText, [codes, digest]);
  const unknown = (asked ?? []).filter((code) => !codes.includes(code));
  const refused = [
    ...unknown.map((code) => ({ code, problem: 'UNKNOWN' })),
    ...vouchers.filter(({ problem }) => problem !== null),
  ];
  const missing = refused.map(({ code }) => code);
  if (missing.length === 0) {
    await transaction.query(useText, [order, codes, digest]);
    return;
  }
  await transaction.query(refuseText, [order, missing, refused.map(({ problem }) => problem)]);
  await transaction.query(dropText, [cart, missing]);
}

/** Other calls for the order wait until the transaction ends. */
async function lockHold(transaction: Transaction, order: string): Promise<VoucherHold['state'] | undefined> {
  const [hold] = await transaction.query<Pick<VoucherHold, 'state'>>(lockHoldText, [order]);
  return hold?.state;
}

async function readHold(transaction: Transaction, order: string): Promise<VoucherHold> {
  const [hold] = await transaction.query<VoucherHold>(readText, [order]);
  if (hold === undefined) throw new Error(`order ${order} has no hold of vouchers`);
  return hold;
}
