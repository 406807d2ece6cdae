import bidiFactory from 'bidi-js/dist/bidi.mjs';
import type { Font, Fonts } from './load-fonts.ts';

/** A piece of a line that is drawn at once. */
export interface Run {
  text: string;
  readonly font: Font;
  readonly isReversed: boolean;
}

export type Direction = 'ltr' | 'rtl' | 'auto';

const bidi = bidiFactory();
const marks = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const arabicLetters = /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;

/** What the fonts have: signs beyond U+FFFF, such as emoji, become a question mark in a diamond. */
export function readable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** The runs of a line from left to right, by the Unicode Bidirectional Algorithm. */
export function visualRuns(line: string, direction: Direction, { plain, arabic }: Fonts): readonly Run[] {
  const levels = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const runs: Run[] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const character = line[index] ?? '';
    if (marks.test(character)) continue;
    const font = arabicLetters.test(character) ? arabic : plain;
    // The font turns Arabic round itself, when it joins the letters. It turns nothing else.
    const isReversed = font === arabic && (levels.levels[index] ?? 0) % 2 === 1;
    const shown = isReversed ? character : (mirrored.get(index) ?? character);
    const last = runs.at(-1);
    if (last?.font !== font || last.isReversed !== isReversed) runs.push({ text: shown, font, isReversed });
    else last.text = isReversed ? shown + last.text : last.text + shown;
  }
  return runs;
}
