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

const words = 'ingredients, benefits, presentation, dosage, warnings, storage';
const columns = `product_id as "productId", ${words}`;
const findText = `
  select ${columns}
  from supplement where product_id = any($1::text[])`;
/** Whole labels, in the locale itself, else in its language, else in the default: none is in two languages. */
const findTranslatedText = `
  select distinct on (product_id) ${columns}, locale from (
    select product_id, ${words}, locale, length(locale) as rank from supplement_translation
    where locale in ($2, split_part($2, '-', 1))
    union all
    select product_id, ${words}, null, 0 from supplement) labels
  where product_id = any($1::text[]) order by product_id, rank desc`;

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
