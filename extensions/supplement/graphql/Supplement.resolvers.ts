import { type Database, oneForEach } from 'stoa';
import type { Resolvers } from '../supplement.gen.ts';

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
}

const findText = `
  select product_id as "productId", ingredients, benefits, presentation, dosage, warnings, storage
  from supplement where product_id = any($1::text[])`;

export default {
  Product: {
    extension: ({ productId }) => ({ productId }),
  },
  ProductExtension: {
    supplement: {
      batch: (parents, _args, { database }) =>
        findSupplements(
          database,
          parents.map((parent) => parent.productId),
        ),
    },
  },
} satisfies Resolvers<{ ProductExtension: ProductKey }>;

async function findSupplements(
  database: Database,
  productIds: readonly string[],
): Promise<readonly (SupplementRow | null)[]> {
  const rows = await database.query<SupplementRow>(findText, [[...new Set(productIds)]]);
  return oneForEach(productIds, rows, (row) => row.productId);
}
