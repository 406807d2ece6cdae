import { hash } from 'node:crypto';

/** The number of marks, of four bytes each. A mark is overwritten after 4096 other texts, on average. */
const places = 4096;

/**
 * Recognises texts that repeat. Some clients write values into each text: a flood of those takes no memory here and
 * displaces no cached text. Two texts rarely share a mark; then one of them is cached early.
 */
export class RepeatFilter {
  readonly #marks = new Uint32Array(places);

  /** Whether the text was seen lately. Marks it as seen. */
  see(text: string): boolean {
    const mark = Number.parseInt(hash('sha256', text).slice(0, 8), 16);
    const place = mark % places;
    const seen = this.#marks[place] === mark;
    this.#marks[place] = mark;
    return seen;
  }
}
