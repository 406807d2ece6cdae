import type { CsvChange, CsvFields, CsvProblem } from '@stoa/desk-ui/csv';
import { amountIn } from '@stoa/desk-ui/money';
import type { Context, Database } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { contentRule } from './content-field.ts';

const takenSkuText = 'select sku from product_variant where sku = any($1::text[])';
const slugsText = 'select slug, sku from product where slug = any($1::text[])';

const rules: Readonly<Record<string, RegExp>> = {
  sku: /^[^\0]{1,100}$/u,
  name: /^[^\0]{1,200}$/u,
  description: /^[^\0]{0,20000}$/u,
  keywords: /^[^\0]{0,2000}$/u,
  slug: /^(?=.*[a-z]|$)([a-z0-9]+(-[a-z0-9]+)*)?$/,
  content: contentRule,
  taxClass: /^(standard|reduced|zero)$/,
  published: /^(true|false)$/,
  image: /^(\/[A-Za-z0-9._~%-][A-Za-z0-9._~%/-]*)?$/,
};

/** What is said when a rule is broken. Others have no text of their own. */
const texts: Readonly<Record<string, keyof Texts>> = {
  sku: 'desk.noSku',
  name: 'desk.noName',
  slug: 'desk.noSlug',
  price: 'desk.noPrice',
  content: 'desk.noContent',
  image: 'desk.noImage',
};

/** What is wrong with each line: its own fields, and what other lines or products have. */
export async function problemsOf(
  database: Database,
  changes: readonly CsvChange[],
  { shop, text }: Pick<Context, 'shop' | 'text'>,
): Promise<readonly CsvProblem[]> {
  const categories = await database.query<{ slug: string }>('select slug from category');
  const slugs = new Set(categories.map(({ slug }) => slug));
  const wanted = changes.map(({ to }) => to.slug ?? '').filter((slug) => slug !== '');
  const bySlug = new Map(
    (await database.query<{ slug: string; sku: string }>(slugsText, [wanted])).map(({ slug, sku }) => [slug, sku]),
  );
  const added = changes.filter(({ from }) => from === undefined).map(({ sku }) => sku);
  const taken = new Set((await database.query<{ sku: string }>(takenSkuText, [added])).map(({ sku }) => sku));
  const seen = new Set<string>();
  return changes.flatMap(({ line, sku, to }) => {
    const slug = to.slug ?? '';
    const broken = Object.keys(rules).filter((name) => rules[name]?.test(to[name] ?? '') !== true);
    const wrong = amountIn(to.price ?? '', shop.decimals) === undefined ? [...broken, 'price'] : broken;
    const isTaken = slug !== '' && (seen.has(slug) || (bySlug.get(slug) ?? sku) !== sku);
    const isUnknown = to.category !== '' && !slugs.has(to.category ?? '');
    const whys = new Map<string, keyof Texts | undefined>([
      ...wrong.map((name) => [name, texts[name]] as const),
      ...Object.keys(to).flatMap((name) => (/:/.test(name) && !isWhole(name, to) ? [[name, undefined] as const] : [])),
      ...(taken.has(sku) ? [['sku', 'desk.taken'] as const] : []),
      ...(isTaken && !wrong.includes('slug') ? [['slug', 'desk.taken'] as const] : []),
      ...(isUnknown ? [['category', 'desk.unknown'] as const] : []),
    ]);
    seen.add(slug);
    return [...whys].map(([field, why]) => {
      const value = (to[field] ?? '').slice(0, 100);
      return { line, field, value, why: why === undefined ? undefined : text(why) };
    });
  });
}

/** A translation has a name, and is no longer than the product's own words. */
function isWhole(column: string, fields: CsvFields): boolean {
  const [name = '', locale = ''] = column.split(':');
  const value = fields[column] ?? '';
  if (name !== 'name') return rules[name]?.test(value) === true;
  const rest = `${fields[`description:${locale}`] ?? ''}${fields[`keywords:${locale}`] ?? ''}`;
  return value === '' ? rest === '' : rules.name?.test(value) === true;
}
