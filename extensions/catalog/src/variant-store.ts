import { type Context, type Database, listForEach, oneForEach } from 'stoa';
import { translationLocale } from './product-statement.ts';
import { findProducts, type ProductRow } from './product-store.ts';

/** The fields of a variant without a resolver. */
export interface VariantRow {
  readonly sku: string;
  readonly label: string | null;
  readonly money: number;
  readonly baseMoney: number;
  readonly taxClass: string;
  readonly productId: string;
  /** Its product, where that was read before. */
  readonly product?: ProductRow;
}

type Shown = Pick<Context, 'database' | 'locale' | 'shop'>;

const variantText = `
  select v.sku, coalesce(v.labels ->> $2, v.label) as label, coalesce(v.price_cents, p.price_cents) as money,
    coalesce(v.price_cents, p.price_cents) as "baseMoney", p.tax_class as "taxClass", p.product_id::text as "productId"
  from product_variant v join product p using (product_id)`;
const findText = `${variantText} where v.sku = any($1::text[])`;
const listText = `${variantText} where p.product_id = any($1::bigint[]) order by p.product_id, v.place`;

/** One entry for each SKU, in order; null for an unknown one. One query. */
export async function findVariants(context: Shown, skus: readonly string[]): Promise<readonly (VariantRow | null)[]> {
  const rows = await read(context.database, findText, [
    // PostgreSQL has no text with such a character.
    skus.filter((sku) => !sku.includes('\0')),
    translationLocale(context) ?? null,
  ]);
  return oneForEach(skus, rows, ({ sku }) => sku);
}

/** The variants of each product, in order. One query. */
export async function listVariants(
  context: Shown,
  products: readonly ProductRow[],
): Promise<readonly (readonly VariantRow[])[]> {
  const ids = products.map(({ productId }) => productId);
  const rows = await read(context.database, listText, [ids, translationLocale(context) ?? null]);
  const variants = listForEach(ids, rows, ({ productId }) => productId);
  return products.map((product, index) => (variants[index] ?? []).map((variant) => ({ ...variant, product })));
}

/** The product of each variant. One query, or none when all are known. */
export async function productsOf(
  context: Shown,
  variants: readonly VariantRow[],
): Promise<readonly (ProductRow | Error)[]> {
  const known = variants.flatMap(({ product }) => product ?? []);
  if (known.length === variants.length) return known;
  const ids = variants.map(({ productId }) => productId);
  const products = await findProducts(context.database, ids, translationLocale(context));
  return products.map((product) => product ?? new Error('the product has just been deleted'));
}

function read(database: Database, text: string, values: readonly unknown[]): Promise<readonly VariantRow[]> {
  return database.query<VariantRow>(text, values);
}
