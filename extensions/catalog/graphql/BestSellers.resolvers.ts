import type { Resolvers } from '../catalog.gen.ts';
import { highlights } from '../src/best-sellers.ts';
import { isStart } from '../src/is-start.ts';
import type { ProductRow } from '../src/product-store.ts';

export default {
  Query: {
    soldProducts: () => [],
    highlights: (_root, input, context) => (isStart(input) ? highlights(context) : null),
  },
} satisfies Resolvers<{ Product: ProductRow }>;
