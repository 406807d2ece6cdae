import { hash } from 'node:crypto';

/** Of four bytes each. A mark stays until another text comes to its place: after this many texts, on average. */
const places = 4096;

/**
 * Tells texts that come again from those that come once, as a client's do that writes its values into them: a flood of
 * those takes no memory here, and no place from texts that are in use. Two texts with one mark are rare, and do no harm.
 */
export class SeenTexts {
  readonly #marks = new Uint32Array(places);

  /** Whether the text has been seen lately. From then on it has. */
  see(text: string): boolean {
    const mark = Number.parseInt(hash('sha256', text).slice(0, 8), 16);
    const place = mark % places;
    const seen = this.#marks[place] === mark;
    this.#marks[place] = mark;
    return seen;
  }
}
