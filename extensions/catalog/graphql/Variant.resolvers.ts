import type { Resolvers } from '../catalog.gen.ts';
import { pastBaseMoney } from '../src/past-base-money.ts';
import type { ProductRow } from '../src/product-store.ts';
import { findVariants, listVariants, type VariantRow } from '../src/variant-store.ts';

export default {
  Query: {
    variant: async (_root, { sku }, context) => (await findVariants(context, [sku]))[0] ?? null,
    variants: (_root, { skus }, context) => findVariants(context, skus),
    pastBaseMoney: (_root, { skus }, context) => pastBaseMoney(context, skus),
  },
  Product: {
    variants: { batch: (products, _args, context) => listVariants(context, products) },
  },
  Variant: {
    __resolveReference: {
      batch: (references, _args, context) =>
        findVariants(
          context,
          references.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Resolvers<{ Product: ProductRow; Variant: VariantRow }>;
