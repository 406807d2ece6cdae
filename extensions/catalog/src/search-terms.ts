import { badInput } from './bad-input.ts';

/** Characters. */
export const longestSearch = 200;

/**
 * The words of a search, all of which a product must contain; none for a blank search, which every product answers. Throws
 * BAD_USER_INPUT for a text that nobody types.
 */
export function searchTerms(search: string | null | undefined): readonly string[] {
  if (search == null) return [];
  if (search.length > longestSearch) throw badInput(`"search" must have at most ${longestSearch} characters.`);
  // Control characters separate, too: NUL is one, and PostgreSQL cannot even be asked for it.
  return [...new Set(search.split(/[\s\p{Cc}]+/u).filter((term) => term !== ''))];
}
