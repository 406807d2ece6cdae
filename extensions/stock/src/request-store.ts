import type { Database } from 'stoa';

/** What is kept of who asks for a mail. */
export interface StockRequest {
  readonly email: string;
  readonly key: string;
  readonly locale: string;
  readonly productName: string;
  /** Of the product. */
  readonly address: string;
  readonly forget: string;
}

export type NewRequest = StockRequest & { readonly sku: string; readonly customer: string | null };

const columns = 'email, key, locale, product_name as "productName", address, forget_address as forget';
// One that was answered by a mail begins anew. One that waits stays as it is, so that strangers cannot change it.
const insertText = `
  insert into stock_request (sku, email, key, customer, locale, product_name, address, forget_address)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (email, sku) do update set sent_at = null,
    customer = case when stock_request.sent_at is null then stock_request.customer else excluded.customer end,
    locale = case when stock_request.sent_at is null then stock_request.locale else excluded.locale end,
    product_name = case when stock_request.sent_at is null then stock_request.product_name else excluded.product_name end,
    address = case when stock_request.sent_at is null then stock_request.address else excluded.address end,
    forget_address = case when stock_request.sent_at is null then stock_request.forget_address
      else replace(excluded.forget_address, excluded.key, stock_request.key) end,
    confirmed_at = case when stock_request.sent_at is null then stock_request.confirmed_at end,
    created_at = case when stock_request.sent_at is null then stock_request.created_at else now() end
  returning ${columns}`;
const confirmText = `
  update stock_request set confirmed_at = coalesce(confirmed_at, now()) where key = $1 and sent_at is null
  returning request_id`;
const forgetText = 'delete from stock_request where email = (select email from stock_request where key = $1)';
const waiting = `stock_request join level using (sku)
    where confirmed_at is not null and sent_at is null and on_hand > reserved`;
const backText = `select distinct sku from ${waiting}`;
const someText = `
  update stock_request set sent_at = now() where request_id in (
    select request_id from ${waiting} and sku = any($1::text[])
    order by request_id limit 100 for update of stock_request skip locked)
  returning ${columns}`;
const forgetOldText = `
  delete from stock_request where created_at < now() - interval '90 days' or sent_at < now() - interval '7 days'
    or (confirmed_at is null and created_at < now() - interval '2 days')`;
const recordsText = `
  select sku, email, product_name as "productName", created_at as "createdAt", confirmed_at as "confirmedAt",
    sent_at as "sentAt"
  from stock_request where customer = $1 order by request_id`;
const removeText = 'delete from stock_request where customer = $1';
const removeGoodsText = 'delete from stock_request where sku = any($1::text[]) and created_at <= $2::timestamptz';

/** The request of an address for a SKU: the one that is there, or a new one. */
export async function insertRequest(transaction: Database, request: NewRequest): Promise<StockRequest> {
  const { sku, email, key, customer, locale, productName, address, forget } = request;
  const values = [sku, email, key, customer, locale, productName, address, forget];
  const [row] = await transaction.query<StockRequest>(insertText, values);
  if (row === undefined) throw new Error('insert into stock_request returned no row');
  return row;
}

/** False when there is no such request any more, and for one that a mail has answered. */
export async function confirmRequest(database: Database, key: string): Promise<boolean> {
  return (await database.query(confirmText, [key])).length > 0;
}

/** Removes all requests of the address that the key's request has. */
export async function forgetAddress(database: Database, key: string): Promise<void> {
  await database.query(forgetText, [key]);
}

/** The SKUs that are waited for, and of which pieces are there. */
export async function findBack(database: Database): Promise<readonly string[]> {
  return (await database.query<{ sku: string }>(backText)).map(({ sku }) => sku);
}

/** Marks a hundred requests for these as sent, the oldest first, while pieces are there. */
export async function takeSome(transaction: Database, skus: readonly string[]): Promise<readonly StockRequest[]> {
  return await transaction.query<StockRequest>(someText, [skus]);
}

/** Removes requests that are old, that were answered a week ago, or that were not confirmed in two days. */
export async function forgetOld(database: Database): Promise<void> {
  await database.query(forgetOldText);
}

/** What a customer has asked for, for the export of one's data. */
export async function recordsOf(database: Database, customer: string): Promise<readonly object[]> {
  return await database.query<object>(recordsText, [customer]);
}

/** Removes what a customer has asked for. */
export async function removeCustomer(database: Database, customer: string): Promise<void> {
  await database.query(removeText, [customer]);
}

/** Removes the requests for SKUs that are no longer sold. Those from after `at` are for what has got the SKU since. */
export async function removeRequests(database: Database, skus: readonly string[], at: string): Promise<void> {
  await database.query(removeGoodsText, [skus, at]);
}
