/**
 * What a person typed to search by, as a part of a pattern of LIKE: its own signs count as they are. Null for nothing.
 * PostgreSQL takes no text with a null character.
 */
export function searchText(typed: string | null | undefined): string | null {
  const text = (typed ?? '').replaceAll('\0', '').trim();
  return text === '' ? null : text.replaceAll(/[\\%_]/g, '\\$&');
}
