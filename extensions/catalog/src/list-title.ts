import type { Text } from 'stoa';
import type { Texts } from '../catalog.gen.ts';

interface ListOfProducts {
  readonly shop: string;
  readonly search: string;
  readonly page?: number;
}

/** The title of the list of products, or of what a search finds; with its number from the second page on. */
export function titleOf(text: Text<Texts>, { shop, search, page = 1 }: ListOfProducts): string {
  if (search === '')
    return page === 1 ? text.plain('list.title', { shop }) : text.plain('list.titleOfPage', { shop, page });
  return page === 1
    ? text.plain('search.title', { search, shop })
    : text.plain('search.titleOfPage', { search, shop, page });
}
