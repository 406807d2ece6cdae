import { searchText } from '@stoa/desk-ui';
import { type Context, isRowId } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';
import { stateText } from './read-product.ts';

/** All sample products of a new shop are on one page, to be selected at once. */
const deskPageSize = 100;

type Shop = Pick<Context, 'database' | 'shop'>;

interface DeskListInput {
  readonly search?: string | null;
  /** An id. */
  readonly category?: string | null;
  readonly state?: string | null;
  readonly sort?: string | null;
  readonly page?: number | null;
}

/** A line of the list, with the fields that have no resolver. */
export type DeskProductRow = Omit<Graph['DeskProductRow'], 'url'> & { readonly productId: string };

const orders = {
  newest: 'p.product_id desc',
  name: 'lower(p.name), p.product_id',
  price: 'p.price_cents, p.product_id',
} as const;

const listText = (order: string) => `
  with recursive below as (
    select category_id from category where category_id = $2::bigint
    union select c.category_id from category c join below b on c.parent_id = b.category_id),
  hit as (
    select p.product_id from product p
    where ($1::text is null or lower(p.name) like '%' || $1 || '%' or exists (
        select from product_variant v where v.product_id = p.product_id and upper(v.sku) like upper($1) || '%'))
      and ($2::bigint is null or p.category_id = any(array(select category_id from below)))
      and ($3::text is null or $3 = ${stateText})),
  page as (
    select p.product_id from hit join product p using (product_id) order by ${order} limit $4 offset $5)
  select (select count(*)::integer from hit) as total, coalesce((
    select json_agg(json_build_object('productId', p.product_id::text, 'sku', p.sku, 'name', p.name,
      'category', c.name, 'money', p.price_cents, 'state', ${stateText},
      'publishAt', local_time(p.publish_at, $6), 'hideAt', local_time(p.hide_at, $6)) order by ${order})
    from page join product p using (product_id) left join category c using (category_id)), '[]') as products`;

/** A page of all products, drafts among them. One query. */
export async function listDeskProducts({ database, shop: { timeZone } }: Shop, input: DeskListInput) {
  const { search, category, state, sort, page } = input;
  const order = sort === 'name' || sort === 'price' ? orders[sort] : orders.newest;
  const at = Math.min(Math.max(page ?? 1, 1), 100_000);
  const [row] = await database.query<{ total: number; products: readonly DeskProductRow[] }>(listText(order), [
    searchText(search)?.toLowerCase() ?? null,
    category != null && isRowId(category) ? category : null,
    state != null && ['draft', 'published', 'hidden'].includes(state) ? state : null,
    deskPageSize,
    (at - 1) * deskPageSize,
    timeZone,
  ]);
  const { total, products } = row ?? { total: 0, products: [] };
  return { total, products, pages: Math.max(1, Math.ceil(total / deskPageSize)) };
}
