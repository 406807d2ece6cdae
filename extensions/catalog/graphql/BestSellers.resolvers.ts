import type { Resolvers } from '../catalog.gen.ts';
import { highlights } from '../src/best-sellers.ts';
import type { ProductRow } from '../src/product-store.ts';

export default {
  Query: {
    soldProducts: () => [],
    highlights: (_root, { search, page, after }, context) => {
      const isStart = (search ?? '').trim() === '' && page == null && after == null;
      return isStart ? highlights(context) : null;
    },
  },
} satisfies Resolvers<{ Product: ProductRow }>;
