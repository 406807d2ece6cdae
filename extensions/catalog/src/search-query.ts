import type { Database } from 'stoa';

/** A search as PostgreSQL understands it. */
export interface SearchQuery {
  /** A tsquery: all words, in any of their forms. */
  readonly exact: string;
  /** A tsquery: all words, or words that begin like them. What matches `exact` matches this. */
  readonly loose: string;
  /** A tsquery: any of the words, for suggestions. */
  readonly any: string;
  /** The search as it was corrected; undefined if each word was found as it is. */
  readonly corrected: string | undefined;
}

interface KnownWord {
  /** In small letters and without accents. */
  readonly word: string;
  /** `for`, `the`: a word that says nothing in the language of the shop. */
  readonly isStop: boolean;
  /** Words of products with the same stem, in the language of the shop. */
  readonly forms: readonly string[];
  /** Whether a word of a product begins with it. */
  readonly isBeginning: boolean;
  /** `b12` as `b` and `12`. */
  readonly parts: readonly string[];
}

// Words with one stem begin alike in all languages that PostgreSQL knows, so an index finds the few that can be forms.
const wordsText = `
  select t.word, t.word = '' or to_tsvector(l.language, t.token) = '' or to_tsvector(l.language, t.word) = '' as "isStop",
    array(
      select v.word from product_word v
      where v.word >= left(t.word, 3) collate "C" and v.word < left(t.word, 3) collate "C" || chr(1114111)
        and (v.word = t.word or to_tsvector(l.language, v.word) = to_tsvector(l.language, t.word))
      order by v.word) as forms,
    exists (
      select from product_word v
      where v.word >= t.word collate "C" and v.word < t.word collate "C" || chr(1114111)) as "isBeginning",
    regexp_split_to_array(t.word, '(?<=[[:alpha:]])(?=[0-9])|(?<=[0-9])(?=[[:alpha:]])') as parts
  from (
    select coalesce(
      (select oid::regconfig from pg_ts_config where cfgname = $2 and cfgnamespace = 'pg_catalog'::regnamespace),
      'pg_catalog.simple') as language) l, (
    select token, folded(token) as word, number
    from ts_parse('default', translate($1, '-_/.,:@+%&''’', '            ')) with ordinality p(kind, token, number)
    where kind <> 12) t
  order by t.number`;

/**
 * Finds what the words of a search stand for: their forms in a language, what begins with them, and for a word that no
 * product has the most similar one. A text without words finds nothing. One to three queries.
 */
export async function searchQuery(database: Database, text: string, language: string): Promise<SearchQuery> {
  const found = await database.query<KnownWord>(wordsText, [text, language]);
  const telling = found.filter(({ isStop }) => !isStop);
  // "for" alone is searched as it is.
  const words = (telling.length > 0 ? telling : found).filter(({ word }) => word !== '');
  const similar = await similarWords(database, words.filter(isUnknown));
  const meant = words.map((known) => meantBy(known, similar.get(known.word)));
  const isCorrected = words.some(({ word }) => similar.has(word));
  return {
    exact: meant.map(({ exact }) => exact).join(' & '),
    loose: meant.map(({ loose }) => loose).join(' & '),
    any: meant.map(({ loose }) => loose).join(' | '),
    corrected: isCorrected ? words.map(({ word }) => similar.get(word) ?? word).join(' ') : undefined,
  };
}

function isUnknown({ forms, isBeginning, parts }: KnownWord): boolean {
  return forms.length === 0 && !isBeginning && parts.length === 1;
}

interface Meant {
  readonly exact: string;
  readonly loose: string;
}

function meantBy({ word, forms, isBeginning, parts }: KnownWord, similar: string | undefined): Meant {
  if (similar !== undefined) return { exact: quoted(similar), loose: `(${quoted(similar)} | ${quoted(similar)}:*)` };
  const inParts = forms.length === 0 && !isBeginning && parts.length > 1;
  const exact = inParts
    ? `(${parts.map(quoted).join(' & ')})`
    : `(${[...new Set([...forms, word])].map(quoted).join(' | ')})`;
  // A number begins no other one: 3 is not 30. Neither does a single letter.
  const mayBegin = isBeginning && /\p{L}/u.test(word) && word.length > 1;
  return { exact, loose: mayBegin ? `(${exact} | ${quoted(word)}:*)` : exact };
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const trigramsText = `
  select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm' and has_schema_privilege(n.oid, 'usage')`;

/** The most similar word of a product for each of these. Empty on a server without pg_trgm. */
async function similarWords(database: Database, unknown: readonly KnownWord[]): Promise<ReadonlyMap<string, string>> {
  const words = unknown.map(({ word }) => word).filter((word) => word.length > 2 && /\p{L}/u.test(word));
  if (words.length === 0) return new Map();
  const [trigrams] = await database.query<{ schema: string }>(trigramsText);
  if (trigrams === undefined) return new Map();
  const rows = await database.query<{ word: string; similar: string | null }>(
    `select w.word, (
       select v.word from product_word v cross join lateral ${trigrams.schema}.similarity(v.word, w.word) likeness
       where likeness >= 0.3 order by likeness desc, v.word limit 1) as similar
     from unnest($1::text[]) w(word)`,
    [words],
  );
  return new Map(rows.flatMap(({ word, similar }) => (similar === null ? [] : [[word, similar] as const])));
}
