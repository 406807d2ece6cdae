import type { Database } from 'stoa';
import { editDistance } from './edit-distance.ts';
import type { KnownWord } from './known-words.ts';

const likeText = 'select word, candidate as similar, in_name as "inName", likeness from words_like($1, $2)';

/** A word of products that a misspelt one may stand for. */
interface Candidate {
  readonly word: string;
  readonly similar: string;
  readonly inName: boolean;
  readonly likeness: number;
}

/**
 * For each misspelt word one that products have; none when nothing is to be corrected. Two words that were written as
 * one count as misspelt. At most two queries. Without pg_trgm only such pairs are found.
 */
export async function correctWords(
  database: Database,
  words: readonly KnownWord[],
  locale: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const unknown = words.filter(isMisspelt).map(({ word }) => word);
  if (unknown.length === 0) return new Map();
  const pairs = await findPairs(database, unknown, locale);
  const similar = await findSimilar(
    database,
    unknown.filter((word) => !pairs.has(word)),
    locale,
  );
  return new Map([...similar, ...pairs]);
}

/** Whether no product has the word, and it is long enough to be a misspelt one. */
export function isMisspelt({ word, forms, beginnings, parts }: KnownWord): boolean {
  return forms.length === 0 && beginnings.length === 0 && parts.length === 1 && word.length > 2 && /\p{L}/u.test(word);
}

/** `greentea` is `green tea`. */
async function findPairs(
  database: Database,
  words: readonly string[],
  locale: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const splits = words.flatMap((word) =>
    Array.from({ length: Math.max(word.length - 5, 0) }, (_, index) => ({
      word,
      first: word.slice(0, index + 3),
      second: word.slice(index + 3),
    })),
  );
  if (splits.length === 0) return new Map();
  const halves = [...new Set(splits.flatMap(({ first, second }) => [first, second]))];
  const rows = await database.query<{ word: string }>(
    'select word from words_in($2) where word = any($1::text[]) and in_name',
    [halves, locale ?? null],
  );
  const known = new Set(rows.map(({ word }) => word));
  const found = splits.filter(({ first, second }) => known.has(first) && known.has(second));
  return new Map(found.map(({ word, first, second }) => [word, `${first} ${second}`]));
}

/** The most similar word of a product for each of these. Empty on a server without pg_trgm. */
async function findSimilar(
  database: Database,
  words: readonly string[],
  locale: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (words.length === 0) return new Map();
  const rows = await database.query<Candidate>(likeText, [words, locale ?? null]);
  const byWord = Map.groupBy(rows, ({ word }) => word);
  return new Map(
    words.flatMap((word) => {
      const similar = bestOf(word, byWord.get(word) ?? []);
      return similar === undefined ? [] : [[word, similar] as const];
    }),
  );
}

function bestOf(word: string, candidates: readonly Candidate[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ ...candidate, distance: distanceOf(word, candidate.similar) }))
    .filter((candidate) => mayStandFor(word, candidate))
    .toSorted((a, b) => a.distance - b.distance || Number(b.inName) - Number(a.inName) || b.likeness - a.likeness || 0);
  return best?.similar;
}

/** A word that is not written to its end counts half a mistake more, and has one other: "jiont" is "joints". */
function distanceOf(word: string, similar: string): number {
  const ends = word.length < 5 ? [] : [word.length, word.length + 1].filter((end) => end < similar.length);
  const beginnings = ends.map((end) => editDistance(word, similar.slice(0, end))).filter((distance) => distance < 2);
  return Math.min(editDistance(word, similar), ...beginnings.map((distance) => distance + 0.5));
}

/** A word with more than one mistake hardly ever has one in its first letter. A word that is only in descriptions needs to be nearer. */
function mayStandFor(word: string, { similar, inName, distance }: Candidate & { readonly distance: number }): boolean {
  const isSameStart = similar[0] === word[0];
  if (distance > mistakesIn(word) || (distance > 1 && !isSameStart)) return false;
  // With another letter, a word of three is mostly another word.
  if (word.length === 3 && similar.length === 3 && !hasSameLetters(word, similar)) return false;
  return inName || (distance <= 1 && isSameStart);
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].toSorted().join() === [...other].toSorted().join();
}

/** How many mistakes a word may have. In a short one, two make another word. */
function mistakesIn({ length }: string): number {
  if (length < 4) return 1;
  if (length < 6) return 1.5;
  return length < 11 ? 2 : 3;
}
