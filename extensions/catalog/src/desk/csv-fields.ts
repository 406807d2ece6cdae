import type { Context } from 'stoa';

type Shop = Pick<Context['shop'], 'locales'>;

/** The columns of a product in a CSV file, in order. */
export function csvColumns(shop: Shop): readonly string[] {
  const own = ['sku', 'name', 'description', 'keywords', 'slug', 'category', 'price', 'taxClass', 'published', 'image'];
  return [...own, ...translatedColumns(shop)];
}

/** Columns such as `name:de`, for each locale beside the default. */
export function translatedColumns({ locales }: Shop): readonly string[] {
  return locales.slice(1).flatMap((locale) => ['name', 'description', 'keywords'].map((name) => `${name}:${locale}`));
}

/** Reads products with one value for each column, as texts. `$1` are the locales beside the default. */
export const csvText = `
  select p.product_id::text as id, jsonb_build_object('sku', p.sku, 'name', p.name,
    'description', coalesce(p.description, ''), 'keywords', coalesce(p.keywords, ''), 'slug', coalesce(p.slug, ''),
    'category', coalesce(c.slug, ''), 'price', to_char(p.price_cents / 100.0, 'FM99999990.00'), 'taxClass', p.tax_class,
    'published', coalesce(p.shown_from <= now(), false)::text, 'image', coalesce(p.image, ''))
    || coalesce((select jsonb_object_agg(v.name || ':' || l.locale, v.value) from unnest($1::text[]) l(locale)
      left join product_translation t on t.product_id = p.product_id and t.locale = l.locale
      cross join lateral (values ('name', coalesce(t.name, '')), ('description', coalesce(t.description, '')),
        ('keywords', coalesce(t.keywords, ''))) v(name, value)), '{}') as fields
  from product p left join category c using (category_id)`;
