import type { Database } from 'stoa';
import type { Fields } from './refuse-stale.ts';

/** What is wrong in a line. */
export interface Problem {
  readonly line: number;
  readonly field: string;
  readonly value: string;
}

interface Checked {
  readonly line: number;
  readonly sku: string;
  readonly from?: Fields;
  readonly to: Fields;
}

const takenSkuText = 'select sku from product_variant where sku = any($1::text[])';
const slugsText = 'select slug, sku from product where slug = any($1::text[])';

const rules: Readonly<Record<string, RegExp>> = {
  sku: /^[^\0]{1,100}$/u,
  name: /^[^\0]{1,200}$/u,
  description: /^[^\0]{0,20000}$/u,
  keywords: /^[^\0]{0,2000}$/u,
  slug: /^(?=.*[a-z]|$)([a-z0-9]+(-[a-z0-9]+)*)?$/,
  price: /^\d{1,7}\.\d{2}$/,
  taxClass: /^(standard|reduced|zero)$/,
  published: /^(true|false)$/,
  image: /^(\/[A-Za-z0-9._~%-][A-Za-z0-9._~%/-]*)?$/,
};

/** Lines whose SKU an earlier line has. */
export function repeatedSkus(lines: readonly Pick<Checked, 'line' | 'sku'>[]): readonly Problem[] {
  const seen = new Set<string>();
  return lines.flatMap(({ line, sku }) => {
    if (seen.has(sku)) return [{ line, field: 'sku', value: sku.slice(0, 100) }];
    seen.add(sku);
    return [];
  });
}

/** What is wrong with each line: its own fields, and what other lines or products have. */
export async function problemsOf(
  database: Database,
  changes: readonly Checked[],
  known: ReadonlyMap<string, Fields>,
): Promise<readonly Problem[]> {
  const categories = await database.query<{ slug: string }>('select slug from category');
  const slugs = new Set(categories.map(({ slug }) => slug));
  const wanted = changes.map(({ to }) => to.slug ?? '').filter((slug) => slug !== '');
  const bySlug = new Map(
    (await database.query<{ slug: string; sku: string }>(slugsText, [wanted])).map(({ slug, sku }) => [slug, sku]),
  );
  const added = changes.filter(({ sku }) => !known.has(sku)).map(({ sku }) => sku);
  const taken = new Set((await database.query<{ sku: string }>(takenSkuText, [added])).map(({ sku }) => sku));
  const seen = new Set<string>();
  return changes.flatMap(({ line, sku, to }) => {
    const slug = to.slug ?? '';
    const wrong = Object.keys(rules).filter((name) => rules[name]?.test(to[name] ?? '') !== true);
    const more = [
      taken.has(sku) ? 'sku' : undefined,
      slug !== '' && (seen.has(slug) || (bySlug.get(slug) ?? sku) !== sku) ? 'slug' : undefined,
      to.category === '' || slugs.has(to.category ?? '') ? undefined : 'category',
      ...Object.keys(to).filter((name) => /:/.test(name) && !isWhole(name, to)),
    ].filter((name) => name !== undefined);
    seen.add(slug);
    return [...new Set([...wrong, ...more])].map((field) => ({ line, field, value: (to[field] ?? '').slice(0, 100) }));
  });
}

/** A translation has a name, and is no longer than the product's own words. */
function isWhole(column: string, fields: Fields): boolean {
  const [name = '', locale = ''] = column.split(':');
  const value = fields[column] ?? '';
  if (name !== 'name') return rules[name]?.test(value) === true;
  const rest = `${fields[`description:${locale}`] ?? ''}${fields[`keywords:${locale}`] ?? ''}`;
  return value === '' ? rest === '' : rules.name?.test(value) === true;
}
