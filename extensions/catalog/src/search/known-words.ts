import type { Database } from 'stoa';

/** A word of a search, and what of it is in products. */
export interface KnownWord {
  /** In small letters and without accents. */
  readonly word: string;
  /** `for`, `the`: a word that says nothing in the language of the shop. */
  readonly isStop: boolean;
  /** Words of products with the same stem, in the language of the shop. */
  readonly forms: readonly string[];
  /** Words of products that begin with it, at most {@link mostBeginnings}; none for a single letter. */
  readonly beginnings: readonly string[];
  /** Whether one of its forms, or a word that begins with it, is in a name or among keywords. */
  readonly isName: boolean;
  /** `tablets`: says in what form a product comes, not what it is. */
  readonly isForm: boolean;
  /** `b12` as `b` and `12`. */
  readonly parts: readonly string[];
}

export const mostBeginnings = 50;

const termsText = `
  select word, is_stop as "isStop", forms, beginnings, is_name as "isName", parts,
    exists (select from form_word f where f.word = found.word) as "isForm"
  from search_terms($1, $2, ${mostBeginnings}, $3) found order by number`;

/** Whose words a search has. */
export interface SearchWords {
  /** The name of a text search configuration. */
  readonly language: string;
  /** The locale of translations. Undefined for products' own words. */
  readonly locale: string | undefined;
}

/** The words of a text in their order. One query. */
export function readWords(
  database: Database,
  text: string,
  { language, locale }: SearchWords,
): Promise<readonly KnownWord[]> {
  return database.query<KnownWord>(termsText, [text, language, locale ?? null]);
}
