import type { Database } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';

const indexText = `
  with said as (select distinct on (sku) sku, money from jsonb_to_recordset($1::jsonb) given(sku text, money integer)),
  forgotten as (delete from present_price where sku in (select sku from said where money is null))
  insert into present_price (sku, price_cents) select sku, money from said where money is not null order by sku
  on conflict (sku) do update set price_cents = excluded.price_cents, said_at = excluded.said_at`;

/** Replaces what these SKUs cost now. It counts for two hours. One statement. */
export async function indexPrices(database: Database, prices: readonly Graph['PresentPriceInput'][]): Promise<void> {
  await database.query(indexText, [JSON.stringify(prices.filter(({ sku }) => !sku.includes('\0')))]);
}
