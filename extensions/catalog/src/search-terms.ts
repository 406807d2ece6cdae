import { badInput } from './bad-input.ts';

/** In characters. */
export const longestSearch = 200;

/**
 * The words of a search; a product must contain all of them. A blank search has none and matches every product.
 * Throws BAD_USER_INPUT for a text that is too long.
 */
export function searchTerms(search: string | null | undefined): readonly string[] {
  if (search == null) return [];
  if (search.length > longestSearch) throw badInput(`"search" must have at most ${longestSearch} characters.`);
  // Control characters separate words too. One of them is NUL, which PostgreSQL rejects.
  return [...new Set(search.split(/[\s\p{Cc}]+/u).filter((term) => term !== ''))];
}
