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
  /** `b12` as `b` and `12`. */
  readonly parts: readonly string[];
}

export const mostBeginnings = 50;

// Words with one stem begin alike in all languages that PostgreSQL knows, so an index finds the few that can be forms.
const wordsText = `
  select t.word, t.word = '' or s.stem = '' or to_tsvector(l.language, t.token) = '' as "isStop",
    coalesce(f.words, '{}') as forms, coalesce(b.words, '{}') as beginnings,
    coalesce(f.is_name, false) or coalesce(b.is_name, false) as "isName",
    regexp_split_to_array(t.word, '(?<=[[:alpha:]])(?=[0-9])|(?<=[0-9])(?=[[:alpha:]])') as parts
  from (
    select coalesce(
      (select oid::regconfig from pg_ts_config where cfgname = $2 and cfgnamespace = 'pg_catalog'::regnamespace),
      'pg_catalog.simple') as language offset 0) l
  cross join (
    select token, folded(token) as word, number
    from ts_parse('default', translate($1, '-_/.,:@+%&''’', '            ')) with ordinality p(kind, token, number)
    where kind <> 12 offset 0) t
  cross join lateral (select to_tsvector(l.language, t.word) as stem offset 0) s
  cross join lateral (
    select array_agg(v.word order by v.word) as words, bool_or(v.in_name) as is_name from product_word v
    where v.word >= left(t.word, 3) collate "C" and v.word < left(t.word, 3) collate "C" || chr(1114111)
      and (v.word = t.word or (length(t.word) > 2 and to_tsvector(l.language, v.word) = s.stem))) f
  cross join lateral (
    select array_agg(v.word order by v.word) as words, bool_or(v.in_name) as is_name from (
      select word, in_name from product_word
      where length(t.word) > 1 and word >= t.word collate "C" and word < t.word collate "C" || chr(1114111)
      order by in_name desc, word limit ${mostBeginnings}) v) b
  order by t.number`;

/** The words of a text in their order. `language` is the name of a text search configuration. One query. */
export function readWords(database: Database, text: string, language: string): Promise<readonly KnownWord[]> {
  return database.query<KnownWord>(wordsText, [text, language]);
}
