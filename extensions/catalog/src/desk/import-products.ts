import type { Context, Database, Transaction } from 'stoa';
import { type Problem, problemsOf, repeatedSkus } from './check-csv.ts';
import { csvText } from './csv-fields.ts';
import { type CsvLine, readCsv } from './read-csv.ts';
import { atField, differences, type Fields } from './refuse-stale.ts';

interface Change {
  readonly line: number;
  readonly sku: string;
  /** Undefined for a product that is new. */
  readonly from?: Fields;
  readonly to: Fields;
}

export interface Imported {
  readonly applied: boolean;
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly errors: readonly Problem[];
  /** The first ones. */
  readonly changes: readonly Change[];
}

interface Row {
  readonly id: string;
  readonly fields: Fields;
}

const mostShown = 100;
const knownText = `${csvText} where p.sku = any($2::text[])`;
const lockText = 'lock table product, category in share row exclusive mode';
const columns = 'name, description, keywords, slug, category_id, price_cents, tax_class, published, image';
const given = `
  select g->>'name', nullif(g->>'description', ''), nullif(g->>'keywords', ''), nullif(g->>'slug', ''),
    (select c.category_id from category c where c.slug = g->>'category'), round((g->>'price')::numeric * 100)::integer,
    g->>'taxClass', (g->>'published')::boolean, nullif(g->>'image', '')`;
const insertText = `
  insert into product (${columns}, sku) ${given}, g->>'sku' from jsonb_array_elements($1::jsonb) g`;
const updateText = `
  update product p set (${columns}) = (${given}) from jsonb_array_elements($1::jsonb) g where p.sku = g->>'sku'`;
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

/**
 * What a CSV file changes, by SKU: all of it or, with an error, nothing. Without `apply` it only says so. A column that
 * the file does not have stays as it is. Throws StoaError for a file that is none.
 */
export function importProducts(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  bytes: Uint8Array,
  apply: boolean,
): Promise<Imported> {
  const lines = readCsv(bytes, shop);
  return database.transaction(async (transaction) => {
    if (apply) await transaction.query(lockText);
    const { changes, same, known } = await planChanges(transaction, lines, shop.locales.slice(1));
    const repeated = repeatedSkus(lines.map(({ line, fields }) => ({ line, sku: fields.sku ?? '' })));
    const errors = [...repeated, ...(await problemsOf(transaction, changes, known))].slice(0, mostShown);
    const added = changes.filter(({ from }) => from === undefined);
    const applied = apply && errors.length === 0;
    if (applied && changes.length > 0) await write(transaction, changes, shop.locales.slice(1));
    const shown = changes.slice(0, mostShown).map(({ line, sku, from, to }) => {
      return from === undefined ? { line, sku, to } : { line, sku, ...differences(from, to) };
    });
    return { applied, added: added.length, changed: changes.length - added.length, same, errors, changes: shown };
  });
}

async function planChanges(database: Database, lines: readonly CsvLine[], locales: readonly string[]) {
  const skus = lines.map(({ fields }) => fields.sku ?? '');
  const rows = await database.query<Row>(knownText, [locales, skus]);
  const known = new Map(rows.map(({ fields }) => [fields.sku ?? '', fields]));
  const all = lines.map(({ line, fields }): Change => {
    const sku = fields.sku ?? '';
    const from = known.get(sku);
    if (from === undefined) return { line, sku, to: { ...emptyProduct(locales), ...fields } };
    // Without a slug a product keeps the one that it has.
    const slug = fields.slug === undefined || fields.slug === '' ? from.slug : fields.slug;
    return { line, sku, from, to: { ...from, ...fields, slug: slug ?? '' } };
  });
  const changes = all.filter(({ from, to }) => from === undefined || Object.keys(differences(from, to).to).length > 0);
  return { changes, same: all.length - changes.length, known };
}

function emptyProduct(locales: readonly string[]): Fields {
  const translated = locales.flatMap((locale) =>
    ['name', 'description', 'keywords'].map((name) => [`${name}:${locale}`, ''] as const),
  );
  return {
    ...{ description: '', keywords: '', slug: '', category: '', image: '' },
    ...{ taxClass: 'standard', published: 'false', ...Object.fromEntries(translated) },
  };
}

async function write(transaction: Transaction, changes: readonly Change[], locales: readonly string[]): Promise<void> {
  const added = changes.filter(({ from }) => from === undefined);
  const changed = changes.filter(({ from }) => from !== undefined);
  const json = (some: readonly Change[]) => JSON.stringify(some.map(({ to }) => to));
  const taken = atField({ taken: 'slug' });
  await transaction.query(updateText, [json(changed)]).catch(taken);
  await transaction.query(insertText, [json(added)]).catch(taken);
  await transaction.query(translateText, [json(changes), locales]);
  const to = { added: added.map(({ sku }) => sku), changed: changed.map(({ sku }) => sku) };
  await transaction.record({ action: 'products.imported', subject: 'products', to });
}
