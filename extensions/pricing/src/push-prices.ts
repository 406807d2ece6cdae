import type { JobOf } from '../pricing.gen.ts';
import { isNow } from './find-prices.ts';

type JobContext = Parameters<JobOf<'pushPrices'>>[1];

const batch = 500;

interface Price {
  readonly sku: string;
  readonly money: number | null;
}

// Lists begin and end without a change, so that all that hold now are read. The catalog forgets what is not said again.
const changedText = `
  with present as (
    select distinct on (sku) sku, amount from list_price join price_list using (price_list_id) where sku > $2 and ${isNow}
    order by sku, priority desc, valid_from desc, price_list_id desc),
  said as (select * from said_price where sku > $2)
  select sku, present.amount as money from present full join said using (sku)
  where present.amount is distinct from said.amount or said.said_at < now() - interval '1 hour'
  order by sku limit $1`;
const saidText = `
  with said as (select sku, money from jsonb_to_recordset($1::jsonb) said(sku text, money integer)),
  forgotten as (delete from said_price where sku in (select sku from said where money is null))
  insert into said_price (sku, amount) select sku, money from said where money is not null
  on conflict (sku) do update set amount = excluded.amount, said_at = excluded.said_at`;

/** Says what differs from what the catalog knows; null where no list holds any more. What fails is said by the next run. */
export async function pushPrices({ database, query, signal }: JobContext): Promise<void> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const prices: readonly Price[] = await database.query(changedText, [batch, after]);
    const last = prices.at(-1);
    if (last === undefined) return;
    const { errors } = await query('mutation ($prices: [PresentPriceInput!]!) { indexPrices(prices: $prices) }', {
      prices,
    });
    if (errors !== undefined) throw new Error('the catalog did not take the prices', { cause: errors });
    await database.query(saidText, [JSON.stringify(prices)]);
    after = last.sku;
  }
}
