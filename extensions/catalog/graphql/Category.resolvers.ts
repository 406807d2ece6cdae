import { pageAddress } from 'stoa';
import type { Resolvers } from '../catalog.gen.ts';
import { type CategoryRow, pathTo, readCategories, tilesOf } from '../src/category-tree.ts';
import { isStart } from '../src/is-start.ts';
import type { ProductRow } from '../src/product-store.ts';

export default {
  Query: {
    category: async (_root, { slug }, context) => bySlug(await readCategories(context), slug),
    categories: async (_root, _args, context) =>
      (await readCategories(context)).filter(({ parentId }) => parentId === null),
    startCategories: async (_root, input, context) => (isStart(input) ? tilesOf(await readCategories(context)) : []),
  },
  Product: {
    category: async ({ categoryId }, _args, context) =>
      categoryId === null
        ? null
        : ((await readCategories(context)).find((category) => category.categoryId === categoryId) ?? null),
  },
  Category: {
    __resolveReference: async ({ slug }, _args, context) => bySlug(await readCategories(context), slug),
    url: ({ slug }, _args, context) => pageAddress(context, () => context.url('category', { slug })),
    path: async (category, _args, context) => pathTo(await readCategories(context), category),
    children: async ({ categoryId }, _args, context) =>
      (await readCategories(context)).filter(({ parentId }) => parentId === categoryId),
  },
} satisfies Resolvers<{ Product: ProductRow; Category: CategoryRow }>;

function bySlug(tree: readonly CategoryRow[], slug: string): CategoryRow | null {
  return tree.find((category) => category.slug === slug) ?? null;
}
