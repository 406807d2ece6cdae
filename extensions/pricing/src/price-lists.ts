import { moneyOf, moneyText, timeOf } from '@stoa/desk-ui';
import { refuse, refuseStale, refuseUnknown } from '@stoa/desk-ui/forms';
import { type Context, type Database, isRowId, listForEach, type Transaction } from 'stoa';
import type { AddPriceList, Graph, SetListPrice } from '../pricing.gen.ts';
import { isNow } from './find-prices.ts';
import { localTime } from './local-time.ts';

/** A price list, with the fields that have no resolver. */
export type PriceList = Omit<Graph['PriceList'], 'url' | 'prices'> & { readonly priceListId: string };
type ListPrice = Graph['ListPrice'];
type Shop = Pick<Context, 'database' | 'shop'>;

const columns = `
  price_list_id::text as "priceListId", name, priority, valid_from as "from", valid_until as until, ${isNow} as "isNow",
  md5(row(name, priority, valid_from, valid_until)::text) as version`;
const listsText = `select ${columns} from price_list order by ${isNow} desc, priority desc, valid_from desc`;
const pricesText = `
  select sku, price_list_id::text as "priceListId", name, amount as money, valid_from as "from", valid_until as until,
    ${isNow} as "isNow"
  from list_price join price_list using (price_list_id) where sku = any($1::text[])
  order by priority desc, valid_from desc, price_list_id desc`;
const countText = `
  select price_list_id::text as "priceListId", count(*)::integer as count
  from list_price where price_list_id = any($1::bigint[]) group by price_list_id`;
const orderText = 'select coalesce(shop_time($1, $3), now()) < shop_time($2, $3) as right';
const insertText = `
  insert into price_list (name, priority, valid_from, valid_until) values ($1, $2, coalesce(shop_time($3, $5), now()), shop_time($4, $5))
  on conflict (name) do nothing returning price_list_id::text as id`;
// A form has no seconds, and one of two equal hours in autumn. What it leaves as it was stays.
const writtenFrom = `to_char(valid_from at time zone $5, 'YYYY-MM-DD"T"HH24:MI')`;
const writtenUntil = `to_char(valid_until at time zone $5, 'YYYY-MM-DD"T"HH24:MI')`;
const updateText = `
  update price_list
  set name = $1, priority = $2,
    valid_from = case when ${writtenFrom} = $3 then valid_from else coalesce(shop_time($3, $5), now()) end,
    valid_until = case when ${writtenUntil} = $4 then valid_until else shop_time($4, $5) end
  where price_list_id = $6::bigint`;
const lockText = 'lock table price_list in share row exclusive mode';
const nowText = 'select amount from list_price where sku = $1 and price_list_id = $2::bigint for update';
const setText = `
  insert into list_price (sku, price_list_id, amount) values ($1, $2, $3)
  on conflict (sku, price_list_id) do update set amount = excluded.amount`;
const removeText = 'delete from list_price where sku = $1 and price_list_id = $2::bigint returning amount';
const lockListText = 'select from price_list where price_list_id = $1::bigint for share';

/** All price lists, those that hold now first. One query. */
export function readPriceLists(database: Database): Promise<readonly PriceList[]> {
  return database.query<PriceList>(listsText);
}

/** How many SKUs each list has. One query. */
export async function countPrices(database: Database, lists: readonly PriceList[]): Promise<readonly number[]> {
  const ids = lists.map(({ priceListId }) => priceListId);
  const rows = await database.query<{ priceListId: string; count: number }>(countText, [ids]);
  const counts = new Map(rows.map(({ priceListId, count }) => [priceListId, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}

/** What lists say of each SKU: what counts first, first. One query. */
export async function pricesOf(
  database: Database,
  skus: readonly string[],
): Promise<readonly (readonly ListPrice[])[]> {
  const rows = await database.query<ListPrice & { readonly sku: string }>(pricesText, [[...new Set(skus)]]);
  return listForEach(skus, rows, ({ sku }) => sku);
}

/** Adds a price list, or changes that with the id. The same form a second time changes nothing. Throws StoaError. */
export function savePriceList(
  { database, shop }: Shop,
  form: AddPriceList['body'] & { readonly id?: string; readonly version?: string },
): Promise<string> {
  const to = { name: form.name.trim(), priority: form.priority ?? 0 };
  const values = [to.name, to.priority, timeOf(form.from, 'from'), timeOf(form.until, 'until'), shop.timeZone];
  return database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const lists = await readPriceLists(transaction);
    const known = form.id === undefined ? undefined : lists.find(({ priceListId }) => priceListId === form.id);
    if (form.id !== undefined && known === undefined) refuseUnknown();
    const other = lists.find(({ name, priceListId }) => name === to.name && priceListId !== form.id);
    if (other !== undefined) refuse('name', 'desk.taken', { code: 'CONFLICT' });
    const [order] = await transaction.query<{ right: boolean | null }>(orderText, values.slice(2));
    if (order?.right === false) refuse('until', 'desk.untilBefore');
    if (known !== undefined) return await changeList(transaction, shop, { known, values, version: form.version });
    const [row] = await transaction.query<{ id: string }>(insertText, values);
    if (row === undefined) throw new Error('an added price list has no row');
    await transaction.record({ action: 'price-list.added', subject: `price-list:${row.id}`, to });
    return row.id;
  });
}

async function changeList(
  transaction: Transaction,
  shop: Context['shop'],
  { known, values, version }: { known: PriceList; values: readonly unknown[]; version: string | undefined },
): Promise<string> {
  const id = String(known.priceListId);
  await transaction.query(updateText, [...values, id]);
  const now = (await readPriceLists(transaction)).find(({ priceListId }) => priceListId === id);
  if (now === undefined || now.version === known.version) return id;
  // What was there is not what was seen. The error undoes the change.
  if (known.version !== version) refuseStale(fieldsOf(known, shop.timeZone), fieldsOf(now, shop.timeZone));
  const state = ({ name, priority, from, until }: PriceList) => ({ name, priority, from, until });
  await transaction.record({
    ...{ action: 'price-list.changed', subject: `price-list:${id}` },
    ...{ from: state(known), to: state(now) },
  });
  return id;
}

/** As the form has them. */
function fieldsOf({ name, priority, from, until }: PriceList, timeZone: string) {
  const end = until == null ? '' : localTime(until, timeZone);
  return { name, priority: String(priority), from: localTime(from, timeZone), until: end };
}

/** Sets what a SKU costs in a list. The same form a second time changes nothing. Throws StoaError. */
export function setListPrice(
  { database, shop }: Shop,
  { sku, list, price, seen }: SetListPrice['body'],
): Promise<void> {
  const amount = moneyOf(price, shop, 'price');
  return database.transaction(async (transaction) => {
    await lockList(transaction, list);
    const [row] = await transaction.query<{ amount: number }>(nowText, [sku, list]);
    if (row?.amount === amount) return;
    const now = row === undefined ? '' : moneyText(row.amount, shop);
    if (seen != null && seen !== now) refuseStale({ price: now }, { price });
    await transaction.query(setText, [sku, list, amount]);
    const from = { list, amount: row?.amount ?? null };
    await transaction.record({ action: 'price.changed', subject: `sku:${sku}`, from, to: { list, amount } });
  });
}

/** Takes a SKU out of a list. Throws StoaError. */
export function removeListPrice({ database }: Shop, sku: string, list: string): Promise<void> {
  return database.transaction(async (transaction) => {
    await lockList(transaction, list);
    const [row] = await transaction.query<{ amount: number }>(removeText, [sku, list]);
    if (row === undefined) refuseUnknown();
    await transaction.record({ action: 'price.removed', subject: `sku:${sku}`, from: { list, amount: row.amount } });
  });
}

async function lockList(transaction: Transaction, list: string): Promise<void> {
  const found = isRowId(list) ? await transaction.query(lockListText, [list]) : [];
  if (found.length === 0) refuse('list', 'desk.unknown');
}
