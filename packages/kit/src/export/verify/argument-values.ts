import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { KnownValues } from './known-values.ts';
import type { Pick } from './random-numbers.ts';

/** Small ones mostly: others are refused by many resolvers. */
const numbers = [...Array.from({ length: 20 }, (_, index) => 1 + (index % 5)), 10, 0, -1, 100_000];

/** Makes values of input types, as JSON. */
export class ArgumentValues {
  readonly #pick: Pick;
  readonly #known: KnownValues;

  constructor(pick: Pick, known: KnownValues) {
    this.#pick = pick;
    this.#known = known;
  }

  of(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.#present(type.ofType);
    return this.#pick(12) === 0 ? null : this.#present(type);
  }

  #present(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.#present(type.ofType);
    if (isListType(type)) return Array.from({ length: this.#pick(3) }, () => this.of(type.ofType));
    if (isEnumType(type)) return type.getValues()[this.#pick(type.getValues().length)]?.name ?? null;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (field) => isRequiredInputField(field) || this.#pick(2) === 0,
      );
      return Object.fromEntries(fields.map((field) => [field.name, this.of(field.type)]));
    }
    return this.#scalar(type.name);
  }

  #scalar(name: string): unknown {
    switch (name) {
      case 'ID':
        return this.#known.id();
      case 'String':
        return this.#known.text();
      case 'Int':
        return numbers[this.#pick(numbers.length)] ?? 1;
      case 'Float':
        return this.#pick(100) / 4;
      case 'Boolean':
        return this.#pick(2) === 0;
      default:
        // A scalar of an extension says itself what it takes. Both engines must refuse the rest alike.
        return this.#pick(4) > 0 ? this.#known.object() : this.#known.text();
    }
  }
}
