import type { Shop, Text } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';

interface ListOfProducts {
  readonly shop: Pick<Shop, 'name' | 'tagline'>;
  readonly search: string;
  readonly page?: number;
}

/** The name of the shop, and what it is. */
function shopTitle({ name, tagline }: Pick<Shop, 'name' | 'tagline'>): string {
  return tagline === undefined ? name : `${name}: ${tagline}`;
}

/** The title of the list of products, or of what a search finds; with its number from the second page on. */
export function titleOf(text: Text<Texts>, { shop, search, page = 1 }: ListOfProducts): string {
  if (search === '')
    return page === 1 ? shopTitle(shop) : text.plain('list.titleOfPage', { shop: shopTitle(shop), page });
  return page === 1
    ? text.plain('search.title', { search, shop: shop.name })
    : text.plain('search.titleOfPage', { search, shop: shop.name, page });
}

/** The title of a category, with its number from the second page on. */
export function titleOfCategory(
  text: Text<Texts>,
  { name, shop, page }: { readonly name: string; readonly shop: Pick<Shop, 'name'>; readonly page: number },
): string {
  const title = `${name} – ${shop.name}`;
  return page === 1 ? title : text.plain('list.titleOfPage', { shop: title, page });
}
