import fc from 'fast-check';
import { isObject } from 'stoa/tooling';

const mostValues = 200;
const longestId = 64;
const longestText = 200;

/** Values of earlier answers, for arguments: an operation with invented ids would find nothing. */
export class KnownValues {
  readonly #ids = new Set<string>();
  readonly #texts: Set<string>;
  /** By the key under which an answer had them, for arguments of types that take anything. */
  readonly #byKey = new Map<string, string>();

  /** `texts`: names that arguments may ask for, such as those of routes. */
  constructor(texts: readonly string[]) {
    this.#texts = new Set(texts);
  }

  /** Remembers the strings of an answer. Those without a blank may be ids. */
  learn(value: unknown, key = ''): void {
    if (Array.isArray(value)) for (const item of value) this.learn(item, key);
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) this.learn(member, name);
    else if (typeof value === 'string' && value !== '' && key !== '__typename') this.#keep(value, key);
  }

  /** Values of a scalar, which are known ones mostly. */
  readonly scalar = (type: string): fc.Arbitrary<unknown> => {
    switch (type) {
      case 'ID':
        return mostly(4, oneOf(this.#ids, '1'), fc.constant('no-such-id'));
      case 'String':
        return this.#text;
      case 'Int':
        // Small ones mostly: others are refused by many resolvers.
        return mostly(5, fc.integer({ min: 1, max: 5 }), fc.constantFrom(10, 0, -1, 100_000));
      case 'Float':
        return fc.nat(99).map((quarters) => quarters / 4);
      case 'Boolean':
        return fc.boolean();
      default:
        // A scalar of an extension says itself what it takes. Both engines must refuse the rest alike.
        return mostly<unknown>(3, fc.constant(Object.fromEntries(this.#byKey)), this.#text);
    }
  };

  get #text(): fc.Arbitrary<string> {
    return mostly(5, oneOf(this.#texts, 'a'), fc.constantFrom('', 'a', 'no such text'));
  }

  #keep(value: string, key: string): void {
    if (value.length <= longestText && this.#texts.size < mostValues) this.#texts.add(value);
    if (value.length > longestId || !/^[\w-]+$/.test(value) || this.#ids.size >= mostValues) return;
    this.#ids.add(value);
    // A key with a number behind it is an alias.
    if (/^[A-Za-z]*id$/i.test(key)) this.#byKey.set(key, value);
  }
}

function mostly<Value>(weight: number, usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
}

function oneOf(values: ReadonlySet<string>, fallback: string): fc.Arbitrary<string> {
  return fc.constantFrom(...(values.size === 0 ? [fallback] : values));
}
