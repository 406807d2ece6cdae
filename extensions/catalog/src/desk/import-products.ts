import { type CsvChange, type CsvFields, type CsvOwner, csvMoney } from '@stoa/desk-ui/csv';
import { atField } from '@stoa/desk-ui/forms';
import type { Context, Transaction } from 'stoa';
import { contentText } from '../variant-content.ts';
import { productColumns } from './change-product.ts';
import { problemsOf } from './check-csv.ts';
import { readContent } from './content-field.ts';

/** Reads products with one value for each column, as texts. `$1` are the locales beside the default, `$2` the decimals of a price. */
const csvText = `
  select p.product_id::text as id, jsonb_build_object('sku', p.sku, 'name', p.name,
    'description', coalesce(p.description, ''), 'keywords', coalesce(p.keywords, ''), 'slug', coalesce(p.slug, ''),
    'category', coalesce(c.slug, ''), 'price', round(p.price_cents / 10::numeric ^ $2::integer, $2::integer)::text,
    'content', coalesce(${contentText}, ''), 'taxClass', p.tax_class,
    'published', coalesce(p.shown_from <= now(), false)::text, 'image', coalesce(p.image, ''))
    || coalesce((select jsonb_object_agg(v.name || ':' || l.locale, v.value) from unnest($1::text[]) l(locale)
      left join product_translation t on t.product_id = p.product_id and t.locale = l.locale
      cross join lateral (values ('name', coalesce(t.name, '')), ('description', coalesce(t.description, '')),
        ('keywords', coalesce(t.keywords, ''))) v(name, value)), '{}') as fields
  from product p left join category c using (category_id)`;
const knownText = `${csvText} where p.sku = any($3::text[])`;
const batchText = `${csvText} where p.product_id > $3::bigint order by p.product_id limit $4`;
const lockText = 'lock table product, category in share row exclusive mode';
const given = `
  select g->>'name', nullif(g->>'description', ''), nullif(g->>'keywords', ''), nullif(g->>'slug', ''),
    (select c.category_id from category c where c.slug = g->>'category'), round((g->>'price')::numeric * 10::numeric ^ $2::integer)::integer,
    g->>'taxClass', (g->>'published')::boolean, nullif(g->>'image', ''),
    nullif(split_part(g->>'content', ' ', 1), '')::numeric, nullif(split_part(g->>'content', ' ', 2), '')`;
const insertText = `
  insert into product (${productColumns}, sku) ${given}, g->>'sku' from jsonb_array_elements($1::jsonb) g`;
const updateText = `
  update product p set (${productColumns}) = (${given}),
    image_alt = case when p.image is not distinct from nullif(g->>'image', '') then p.image_alt end
  from jsonb_array_elements($1::jsonb) g where p.sku = g->>'sku'`;
const translateText = `
  with given as (
    select p.product_id, l.locale, g->>('name:' || l.locale) as name, g->>('description:' || l.locale) as description,
      g->>('keywords:' || l.locale) as keywords
    from jsonb_array_elements($1::jsonb) g join product p on p.sku = g->>'sku' cross join unnest($2::text[]) l(locale)),
  gone as (
    delete from product_translation t using given g
    where t.product_id = g.product_id and t.locale = g.locale and g.name = '')
  insert into product_translation (product_id, locale, name, description, keywords)
  select product_id, locale, name, nullif(description, ''), nullif(keywords, '') from given where name <> ''
  on conflict (product_id, locale) do update
  set name = excluded.name, description = excluded.description, keywords = excluded.keywords
  where (product_translation.name, product_translation.description, product_translation.keywords)
    is distinct from (excluded.name, excluded.description, excluded.keywords)`;

interface Row {
  readonly id: string;
  readonly fields: CsvFields;
}

/** What a new product has in columns that its line does not have. */
const emptyProduct: CsvFields = {
  ...{ description: '', keywords: '', slug: '', category: '', content: '', image: '' },
  ...{ taxClass: 'standard', published: 'false' },
};

/** Columns that people write in several ways. */
const readers: Readonly<Record<string, (value: string, shop: Context['shop']) => string>> = {
  price: csvMoney,
  content: readContent,
  published: (value) => value.toLowerCase(),
};

/** Where uploaded files are kept. */
export const keptIn = 'product_import';

/** The columns of a product in a CSV file, in order. */
export function csvColumns(shop: Pick<Context['shop'], 'locales'>): readonly string[] {
  const own = ['sku', 'name', 'description', 'keywords', 'slug', 'category', 'price', 'content'];
  return [...own, 'taxClass', 'published', 'image', ...translatedColumns(shop)];
}

/** Columns such as `name:de`, for each locale beside the default. */
function translatedColumns({ locales }: Pick<Context['shop'], 'locales'>): readonly string[] {
  return locales.slice(1).flatMap((locale) => ['name', 'description', 'keywords'].map((name) => `${name}:${locale}`));
}

/** A CSV file of products, for a shop with its locales. */
export function productsCsv({ shop, text }: Pick<Context, 'shop' | 'text'>): CsvOwner {
  const locales = shop.locales.slice(1);
  const translated = Object.fromEntries(translatedColumns(shop).map((name) => [name, '']));
  return {
    columns: csvColumns(shop),
    required: ['sku'],
    keptIn,
    read: (name, value) => readers[name]?.(value, shop) ?? value,
    lock: (transaction) => transaction.query(lockText),
    known: async (database, skus) =>
      (await database.query<Row>(knownText, [locales, shop.decimals, skus])).map(({ fields }) => fields),
    change: (from, given) => {
      if (from === undefined) return { ...emptyProduct, ...translated, ...given };
      // Without a slug a product keeps the one that it has.
      return { ...from, ...given, slug: given.slug || (from.slug ?? '') };
    },
    problems: (database, changes) => problemsOf(database, changes, { shop, text }),
    write: (transaction, changes) => write(transaction, changes, { locales, decimals: shop.decimals }),
  };
}

/** The next products of a CSV file. */
export function readProducts({ database, shop }: Pick<Context, 'database' | 'shop'>) {
  const values = [shop.locales.slice(1), shop.decimals];
  return (after: string, size: number) => database.query<Row>(batchText, [...values, after || '0', size]);
}

async function write(
  transaction: Transaction,
  changes: readonly CsvChange[],
  { locales, decimals }: { readonly locales: readonly string[]; readonly decimals: number },
): Promise<void> {
  const added = changes.filter(({ from }) => from === undefined);
  const changed = changes.filter(({ from }) => from !== undefined);
  const json = (some: readonly CsvChange[]) => JSON.stringify(some.map(({ to }) => to));
  const taken = atField({ taken: 'slug' });
  await transaction.query(updateText, [json(changed), decimals]).catch(taken);
  await transaction.query(insertText, [json(added), decimals]).catch(taken);
  await transaction.query(translateText, [json(changes), locales]);
  const to = { added: added.map(({ sku }) => sku), changed: changed.map(({ sku }) => sku) };
  await transaction.record({ action: 'products.imported', subject: 'products', to });
}
