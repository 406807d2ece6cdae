import { moneyText } from '@stoa/desk-ui';
import { type Context, type Database, isRowId } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';
import { contentText } from '../variant-content.ts';

export type DeskProduct = Graph['DeskProduct'] & {
  readonly productId: string;
  readonly category: string | null;
};

/** A product p is `draft`, `published` or `hidden` now. */
export const stateText = `
  case when p.shown_from <= now() then case when p.shown_until <= now() then 'hidden' else 'published' end else 'draft' end`;

/** What the version of a product comes from. */
const facts =
  'p.sku, p.name, p.description, p.keywords, p.slug, p.category_id, p.price_cents, p.tax_class, p.published, p.image, p.publish_at, p.hide_at, p.content_amount, p.content_unit';
const isPublished = 'coalesce(p.shown_from <= now(), false)';

const productText = `
  select p.product_id::text as "productId", p.sku, p.name, p.description, p.keywords, p.slug,
    p.category_id::text as category, p.price_cents as money, p.tax_class as "taxClass", ${contentText} as content, ${isPublished} as published, p.image,
    ${stateText} as state, case when not ${isPublished} then local_time(p.publish_at, $3) end as "publishAt",
    local_time(p.hide_at, $3) as "hideAt", md5(row(${facts}, ${isPublished})::text) as version,
    (select json_agg(json_build_object('locale', l.locale, 'name', t.name, 'description', t.description,
        'keywords', t.keywords, 'version', md5(row(t.name, t.description, t.keywords)::text)) order by l.place)
      from unnest($2::text[]) with ordinality l(locale, place)
      left join product_translation t on t.product_id = p.product_id and t.locale = l.locale) as translations,
    (select json_agg(json_build_object('sku', v.sku, 'label', v.label, 'money', v.price_cents,
        'content', ${contentText},
        'labels', (select coalesce(json_agg(json_build_object('locale', l.locale, 'label', v.labels ->> l.locale) order by l.place), '[]')
          from unnest($2::text[]) with ordinality l(locale, place)),
        'version', md5(row(v.label, v.price_cents, v.labels, v.content_amount, v.content_unit)::text)) order by v.place)
      from product_variant v where v.product_id = p.product_id) as variants
  from product p where p.product_id = $1::bigint`;

type Shop = Pick<Context['shop'], 'locales' | 'timeZone'>;

/** A product with all that the desk changes. One query, or none. */
export async function readDeskProduct(
  database: Database,
  id: string,
  { locales, timeZone }: Shop,
): Promise<DeskProduct | null> {
  if (!isRowId(id)) return null;
  const [row] = await database.query<DeskProduct>(productText, [id, locales.slice(1), timeZone]);
  return row === undefined ? null : { ...row, translations: row.translations ?? [] };
}

type Words = 'name' | 'description' | 'keywords' | 'slug' | 'image';
type Shown = Pick<DeskProduct, Words | 'category' | 'money' | 'content' | 'taxClass' | 'published'>;

/** What the form of a product has in its fields. */
export function shownFields(product: Shown, shop: Pick<Context['shop'], 'decimals'>) {
  const { name, description, keywords, slug, category, money, content, taxClass, published, image } = product;
  return {
    ...{ name, description: description ?? '', keywords: keywords ?? '', slug: slug ?? '', category: category ?? '' },
    ...{
      price: moneyText(money, shop),
      content: content ?? '',
      taxClass,
      published: String(published),
      image: image ?? '',
    },
  };
}
