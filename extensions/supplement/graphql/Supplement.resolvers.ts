import { oneForEach } from 'stoa';
import type { Context, Resolvers } from '../supplement.gen.ts';

interface ProductKey {
  readonly productId: string;
}

/** A row of the table; its names are the fields of `Supplement`. */
interface SupplementRow extends ProductKey {
  readonly ingredients: string | null;
  readonly benefits: readonly (string | null)[] | null;
  readonly presentation: string | null;
  readonly dosage: string | null;
  readonly warnings: string | null;
  readonly storage: string | null;
  /** Undefined in the default locale, whose table has no such column. */
  readonly locale: string | null | undefined;
}

const columns = 'product_id as "productId", ingredients, benefits, presentation, dosage, warnings, storage';
const findText = `
  select ${columns}
  from supplement where product_id = any($1::text[])`;
/** Whole labels: none is in two languages. */
const findTranslatedText = `
  select ${columns}, locale from supplement_translation where product_id = any($1::text[]) and locale = $2
  union all
  select ${columns}, null from supplement own where product_id = any($1::text[]) and not exists (
    select from supplement_translation where product_id = own.product_id and locale = $2)`;

export default {
  Product: {
    extension: ({ productId }) => ({ productId }),
  },
  ProductExtension: {
    supplement: {
      batch: (parents, _args, context) =>
        findSupplements(
          context,
          parents.map((parent) => parent.productId),
        ),
    },
  },
} satisfies Resolvers<{ ProductExtension: ProductKey }>;

async function findSupplements(
  { database, locale, shop }: Context,
  productIds: readonly string[],
): Promise<readonly (SupplementRow | null)[]> {
  const wanted = [...new Set(productIds)];
  const rows = await (locale === shop.locales[0]
    ? database.query<SupplementRow>(findText, [wanted])
    : database.query<SupplementRow>(findTranslatedText, [wanted, locale]));
  return oneForEach(productIds, rows, (row) => row.productId);
}
