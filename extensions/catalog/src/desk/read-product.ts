import { type Context, type Database, isRowId } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';

export type DeskProduct = Graph['DeskProduct'] & {
  readonly productId: string;
  readonly category: string | null;
};

/** What the version of a product comes from. */
const facts =
  'p.sku, p.name, p.description, p.keywords, p.slug, p.category_id, p.price_cents, p.tax_class, p.published, p.image';

const productText = `
  select p.product_id::text as "productId", p.sku, p.name, p.description, p.keywords, p.slug,
    p.category_id::text as category, p.price_cents as money, p.tax_class as "taxClass", p.published, p.image,
    md5(row(${facts})::text) as version,
    (select json_agg(json_build_object('locale', l.locale, 'name', t.name, 'description', t.description,
        'keywords', t.keywords, 'version', md5(row(t.name, t.description, t.keywords)::text)) order by l.place)
      from unnest($2::text[]) with ordinality l(locale, place)
      left join product_translation t on t.product_id = p.product_id and t.locale = l.locale) as translations,
    (select json_agg(json_build_object('sku', v.sku, 'label', v.label, 'money', v.price_cents,
        'version', md5(row(v.label, v.price_cents)::text)) order by v.place)
      from product_variant v where v.product_id = p.product_id) as variants
  from product p where p.product_id = $1::bigint`;

type Shop = Pick<Context['shop'], 'locales'>;

/** A product with all that the desk changes. One query, or none. */
export async function readDeskProduct(database: Database, id: string, { locales }: Shop): Promise<DeskProduct | null> {
  if (!isRowId(id)) return null;
  const [row] = await database.query<DeskProduct>(productText, [id, locales.slice(1)]);
  return row === undefined ? null : { ...row, translations: row.translations ?? [] };
}
