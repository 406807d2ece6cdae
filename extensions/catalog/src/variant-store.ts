import DataLoader from 'dataloader';
import { type Context, oneForEach } from 'stoa';
import { productStatement, translationLocale } from './product-statement.ts';
import type { ProductRow } from './product-store.ts';
import { shownTo } from './shown-to.ts';
import type { VariantContent } from './variant-content.ts';
import { partText, type VariantPart, variantsText } from './variant-text.ts';

/** A variant, with the fields that have no resolver. */
export interface VariantRow {
  readonly sku: string;
  readonly label: string | null;
  readonly money: number;
  readonly baseMoney: number;
  readonly taxClass: string;
  readonly content: VariantContent | null;
  readonly product: ProductRow;
}

type Shown = Pick<Context, 'caller' | 'database' | 'locale' | 'shop'>;

const readFound = productStatement(
  1,
  (columns, products, locale) => `
  select ${columns}, part from (
    select v.product_id, ${partText(locale)} as part
    from product_variant v where v.sku = any($1::text[])) found
  join ${products} using (product_id)`,
);
// stoa-allow LINT_SQL_FILLED: the name of a parameter
const listText = `
  select shown.product_id::text as "productId", (${variantsText('$2')}) as variants
  from unnest($1::bigint[]) shown(product_id)`;

/** One for each context, so that fields that ask at the same time share a statement. */
const loaders = new WeakMap<Shown, DataLoader<string, VariantRow | null>>();

/** One entry for each SKU, in order; null for an unknown one. They come with their products, by one query. */
export async function findVariants(context: Shown, skus: readonly string[]): Promise<readonly (VariantRow | null)[]> {
  const loader = loaders.get(context) ?? new DataLoader((wanted) => readVariants(context, wanted));
  loaders.set(context, loader);
  return await Promise.all(skus.map((sku) => loader.load(sku)));
}

async function readVariants(context: Shown, skus: readonly string[]): Promise<readonly (VariantRow | null)[]> {
  // What stays in a WeakMap stays in memory until a full collection, and the request with it.
  loaders.delete(context);
  // PostgreSQL has no text with such a character.
  const wanted = skus.filter((sku) => !sku.includes('\0'));
  const locale = translationLocale(context);
  const rows = await readFound<ProductRow & { readonly part: VariantPart }>(context.database, [wanted], locale);
  const variants = rows.map(({ part, ...product }) => variantOf(product, part));
  return oneForEach(skus, variants, ({ sku }) => sku).map(
    (variant) => variant && shownTo(context.caller, variant.product) && variant,
  );
}

/** The variants of each product, in order. One query, or none when all were read before. */
export async function listVariants(
  context: Shown,
  products: readonly ProductRow[],
): Promise<readonly (readonly VariantRow[])[]> {
  const parts = products.every(({ variants }) => variants != null)
    ? products.map(({ variants }) => variants)
    : await readVariantsOf(context, products);
  return products.map((product, index) => (parts[index] ?? []).map((part) => variantOf(product, part)));
}

async function readVariantsOf(
  context: Shown,
  products: readonly ProductRow[],
): Promise<readonly (readonly VariantPart[] | null | undefined)[]> {
  const ids = products.map(({ productId }) => productId);
  const values = [[...new Set(ids)], translationLocale(context) ?? null];
  const rows = await context.database.query<Pick<ProductRow, 'productId' | 'variants'>>(listText, values);
  return oneForEach(ids, rows, ({ productId }) => productId).map((row) => row?.variants);
}

function variantOf(product: ProductRow, { sku, label, price, ...own }: VariantPart): VariantRow {
  const money = price ?? product.baseMoney;
  const content = price === null ? product.content : own.content;
  return { sku, label, money, baseMoney: money, taxClass: product.taxClass, content, product };
}
