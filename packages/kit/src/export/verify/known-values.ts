import { isObject } from 'stoa/tooling';
import type { Pick } from './random-numbers.ts';

const mostValues = 200;
const longestId = 64;
const longestText = 200;

/** Values of earlier answers, for arguments: an operation with invented ids would find nothing. */
export class KnownValues {
  readonly #pick: Pick;
  readonly #ids = new Set<string>();
  readonly #texts: Set<string>;
  /** By the key under which an answer had them, for arguments of types that take anything. */
  readonly #byKey = new Map<string, string>();

  /** `texts`: names that arguments may ask for, such as those of routes. */
  constructor(pick: Pick, texts: readonly string[]) {
    this.#pick = pick;
    this.#texts = new Set(texts);
  }

  /** Remembers the strings of an answer. Those without a blank may be ids. */
  learn(value: unknown, key = ''): void {
    if (Array.isArray(value)) for (const item of value) this.learn(item, key);
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) this.learn(member, name);
    else if (typeof value === 'string' && value !== '' && key !== '__typename') this.#keep(value, key);
  }

  /** An id that is known in four of five cases. */
  id(): string {
    return this.#pick(5) === 0 ? 'no-such-id' : (this.#oneOf(this.#ids) ?? '1');
  }

  text(): string {
    return this.#pick(6) === 0 ? (['', 'a', 'no such text'][this.#pick(3)] ?? '') : (this.#oneOf(this.#texts) ?? 'a');
  }

  /** An object with what is known, by its keys. */
  object(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#byKey);
  }

  #keep(value: string, key: string): void {
    if (value.length <= longestText && this.#texts.size < mostValues) this.#texts.add(value);
    if (value.length > longestId || !/^[\w-]+$/.test(value) || this.#ids.size >= mostValues) return;
    this.#ids.add(value);
    // A key with a number behind it is an alias.
    if (/^[A-Za-z]*id$/i.test(key)) this.#byKey.set(key, value);
  }

  #oneOf(values: ReadonlySet<string>): string | undefined {
    return [...values][this.#pick(Math.max(values.size, 1))];
  }
}
