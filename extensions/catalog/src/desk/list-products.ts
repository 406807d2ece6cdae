import { type Listing, readPage, searchText } from '@stoa/desk-ui';
import { type Context, isRowId } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';
import { stateText } from './read-product.ts';

/** All sample products of a new shop are on one page, to be selected at once. */
const first = 100;

interface ProductListing extends Listing {
  /** An id. */
  readonly category?: string | null;
  readonly state?: string | null;
  readonly sort?: string | null;
}

/** A line of the list, with the fields that have no resolver. */
export type DeskProductRow = Omit<Graph['DeskProductRow'], 'url'> & { readonly productId: string };

const orders = {
  newest: 'p.product_id desc',
  name: 'lower(p.name) collate name_order, p.product_id',
  price: 'p.price_cents, p.product_id',
} as const;

const columns = `
  p.product_id::text as "productId", p.sku, p.name, p.price_cents as money, ${stateText} as state,
  (select c.name from category c where c.category_id = p.category_id) as category,
  local_time(p.publish_at, $4) as "publishAt", local_time(p.hide_at, $4) as "hideAt"`;
const where = `
  ($1::text is null or lower(p.name) like '%' || $1 || '%' or exists (
    select from product_variant v where v.product_id = p.product_id and upper(v.sku) like upper($1) || '%'))
  and ($2::bigint is null or p.category_id = any(array(
    with recursive below as (
      select category_id from category where category_id = $2::bigint
      union select c.category_id from category c join below b on c.parent_id = b.category_id)
    select category_id from below)))
  and ($3::text is null or $3 = ${stateText})`;

/** A page of all products, drafts among them. One query. */
export async function listDeskProducts({ database, shop }: Pick<Context, 'database' | 'shop'>, input: ProductListing) {
  const { search, category, state, sort, page } = input;
  const order = sort === 'name' || sort === 'price' ? orders[sort] : orders.newest;
  const values = [
    searchText(search)?.toLowerCase() ?? null,
    category != null && isRowId(category) ? category : null,
    state != null && ['draft', 'published', 'hidden'].includes(state) ? state : null,
    shop.timeZone,
  ];
  const list = { columns, table: 'product p', where, order, values };
  const { rows: products, ...counts } = await readPage<DeskProductRow>(database, list, { first, page });
  return { ...counts, products };
}
