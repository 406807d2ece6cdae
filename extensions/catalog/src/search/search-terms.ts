import { StoaError } from 'stoa';

/** In characters. */
export const longestSearch = 200;

/** The most products that a search lists and counts. A shopper looks at fewer, and PostgreSQL ranks no more. */
export const mostFound = 1000;

/**
 * The text of a search without blanks around it and control characters, one of which PostgreSQL rejects. Undefined
 * for a blank search, which every product matches. Throws BAD_USER_INPUT for a text that is too long.
 */
export function searchText(search: string | null | undefined): string | undefined {
  if (search == null) return undefined;
  if (search.length > longestSearch)
    throw new StoaError('BAD_USER_INPUT', { text: 'search.refused', values: { most: longestSearch } });
  const text = search.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return text === '' ? undefined : text;
}

/** Whether a text may be a SKU, which is then looked up before a search for words. */
export function mayBeSku(text: string): boolean {
  return /^\S*\d\S*$/.test(text);
}
