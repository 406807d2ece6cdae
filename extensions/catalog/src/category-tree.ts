import type { Context, StoredPicture } from 'stoa';

export interface CategoryRow {
  readonly categoryId: string;
  readonly parentId: string | null;
  readonly slug: string;
  readonly name: string;
  /** A path of the shop. */
  readonly image: string | null;
  readonly imageAlt: string;
  readonly picture: StoredPicture | null;
}

type Shown = Pick<Context, 'database' | 'locale'>;

const treeText = `
  select category_id::text as "categoryId", parent_id::text as "parentId", slug,
    coalesce(name_in(names, $1), name) as name, image,
    image_alt as "imageAlt", picture
  from category order by place, category_id`;

/** In milliseconds: the menu of every page asks for the tree, and a merchant's change shows soon enough. */
const keptFor = 30_000;
/** By locale. */
const kept = new Map<string, { readonly until: number; readonly tree: Promise<readonly CategoryRow[]> }>();

/** All categories of the shop, in the words of a locale. At most one query in half a minute. */
export function readCategories({ database, locale }: Shown): Promise<readonly CategoryRow[]> {
  const known = kept.get(locale);
  if (known !== undefined && known.until > performance.now()) return known.tree;
  const tree = database.query<CategoryRow>(treeText, [locale]);
  kept.set(locale, { until: performance.now() + keptFor, tree });
  tree.catch(() => kept.delete(locale));
  return tree;
}

/** A change shows at once in the process that made it. */
export function forgetCategories(): void {
  kept.clear();
}

/** Those right below the ones at the top, and those at the top that have none below them. */
export function tilesOf(tree: readonly CategoryRow[]): readonly CategoryRow[] {
  const below = Map.groupBy(tree, ({ parentId }) => parentId);
  return (below.get(null) ?? []).flatMap((category) => below.get(category.categoryId) ?? [category]);
}

/** The categories from the top down to this one. */
export function pathTo(tree: readonly CategoryRow[], category: CategoryRow): readonly CategoryRow[] {
  const path = [category];
  // The database lets a category lie below itself by a detour.
  for (let at = parentOf(tree, category); at !== undefined && !path.includes(at); at = parentOf(tree, at))
    path.unshift(at);
  return path;
}

function parentOf(tree: readonly CategoryRow[], { parentId }: CategoryRow): CategoryRow | undefined {
  return parentId === null ? undefined : tree.find(({ categoryId }) => categoryId === parentId);
}
