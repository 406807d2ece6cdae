import type { Database } from 'stoa';
import { correctWords, isMisspelt } from './correct-words.ts';
import { type KnownWord, mostBeginnings, readWords, type SearchWords } from './known-words.ts';

/** A search as PostgreSQL understands it. */
export interface SearchQuery {
  /** A tsquery: all words, in any of their forms. */
  readonly exact: string;
  /** A tsquery: all words but those for a form, or words that begin like them. What matches `exact` matches this. */
  readonly loose: string;
  /** A tsquery: any of the words, for suggestions. */
  readonly any: string;
  /** The search as it was corrected; undefined if each word was found as it is. */
  readonly corrected: string | undefined;
  /** The locale whose translations it looks through. Undefined for products' own words. */
  readonly locale: string | undefined;
  /** The search for when this one finds nothing: without words that no product is about, or that are misspelt. */
  readonly relaxed: SearchQuery | undefined;
}

const isThereText = 'select from find_products($1::tsquery, $1::tsquery, 1, $2)';

/**
 * Finds what the words of a search stand for: their forms in a language, what begins with them, and for a word that no
 * product has the most similar one. A text without words finds nothing. One query, or up to five with mistakes.
 */
export async function searchQuery(database: Database, text: string, within: SearchWords): Promise<SearchQuery> {
  const { locale } = within;
  const written = tellingWords(await readWords(database, text, within));
  const asWritten = queryOf(written, undefined, locale);
  const corrections = await correctWords(database, written, locale);
  if (corrections.size === 0) return asWritten;
  const corrected = written.map(({ word }) => corrections.get(word) ?? word).join(' ');
  const words = tellingWords(await readWords(database, corrected, within));
  // A product without a translation has words that are misspelt ones in the locale.
  const isThere = locale !== undefined && (await database.query(isThereText, [asWritten.loose, locale])).length > 0;
  const right = written.filter((word) => !isMisspelt(word));
  // The correction may be wrong, and the other words say enough.
  return orElse(
    isThere ? queryOf(withWritten(words, corrections), undefined, locale) : queryOf(words, corrected, locale),
    right.length === 0 ? undefined : queryOf(right, textOf(right), locale),
  );
}

/** "for" alone is searched as it is. */
function tellingWords(words: readonly KnownWord[]): readonly KnownWord[] {
  const telling = words.filter(({ isStop }) => !isStop);
  return (telling.length > 0 ? telling : words).filter(({ word }) => word !== '');
}

/** The words that are written, as forms of those that stand for them. */
function withWritten(words: readonly KnownWord[], corrections: ReadonlyMap<string, string>): readonly KnownWord[] {
  return words.map((known) => {
    const written = [...corrections].filter(([, right]) => right.split(' ').includes(known.word));
    return { ...known, forms: [...known.forms, ...written.map(([word]) => word)] };
  });
}

function textOf(words: readonly KnownWord[]): string {
  return words.map(({ word }) => word).join(' ');
}

function queryOf(words: readonly KnownWord[], corrected: string | undefined, locale: string | undefined): SearchQuery {
  const things = words.filter(({ isForm }) => !isForm);
  // Who wants magnesium tablets sees other magnesium after them.
  const needed = things.length > 0 ? things : words;
  // Two letters begin too many words.
  const about = needed.filter(({ isName, forms, word }) => isName && (forms.length > 0 || word.length > 2));
  const hasOthers = about.length > 0 && about.length < needed.length;
  const loose = needed.map((word) => meantBy(word).loose);
  return {
    exact: words.map((word) => meantBy(word).exact).join(' & '),
    loose: loose.join(' & '),
    any: loose.join(' | '),
    corrected,
    locale,
    relaxed: hasOthers ? queryOf(about, textOf(about), locale) : undefined,
  };
}

function orElse(query: SearchQuery, other: SearchQuery | undefined): SearchQuery {
  return { ...query, relaxed: query.relaxed === undefined ? other : orElse(query.relaxed, other) };
}

interface Meant {
  readonly exact: string;
  readonly loose: string;
}

function meantBy({ word, forms, beginnings, parts }: KnownWord): Meant {
  if (forms.length === 0 && beginnings.length === 0 && parts.length > 1) {
    const inParts = `(${parts.map(quoted).join(' & ')})`;
    return { exact: inParts, loose: inParts };
  }
  const exact = new Set([...forms, word]);
  // A number begins no other one: 3 is not 30.
  if (!/\p{L}/u.test(word)) return { exact: anyOf(exact), loose: anyOf(exact) };
  // PostgreSQL estimates words better than beginnings, and so finds the better plan.
  const isWhole = beginnings.length < mostBeginnings;
  return {
    exact: anyOf(exact),
    loose: isWhole ? anyOf(exact.union(new Set(beginnings))) : `(${anyOf(exact)} | ${quoted(word)}:*)`,
  };
}

function anyOf(words: ReadonlySet<string>): string {
  return `(${[...words].map(quoted).join(' | ')})`;
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
