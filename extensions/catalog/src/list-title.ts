import type { Shop, Text } from 'stoa';
import type { Texts } from '../catalog.gen.ts';

interface ListOfProducts {
  readonly shop: Pick<Shop, 'name' | 'tagline'>;
  readonly search: string;
  readonly page?: number;
}

/** The title of the list of products, or of what a search finds; with its number from the second page on. */
export function titleOf(text: Text<Texts>, { shop: { name, tagline }, search, page = 1 }: ListOfProducts): string {
  if (search === '') {
    const shop = tagline === undefined ? name : `${name}: ${tagline}`;
    return page === 1 ? shop : text.plain('list.titleOfPage', { shop, page });
  }
  return page === 1
    ? text.plain('search.title', { search, shop: name })
    : text.plain('search.titleOfPage', { search, shop: name, page });
}
