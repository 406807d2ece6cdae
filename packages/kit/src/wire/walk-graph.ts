import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { isObject } from 'stoa/tooling';
import { drawFrom, inputLiteral, inputValues, scalarValues } from '../values/index.ts';

/**
 * Writes queries that ask for every field that can be asked for without knowing the shop. Required arguments get
 * values that earlier answers had for fields of the same name, and otherwise any value of their type.
 */
export class GraphWalk {
  readonly #schema: GraphQLSchema;
  /** Values of earlier answers, by field. */
  readonly #values = new Map<string, Set<string>>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The fields of Query: those without required arguments first, whose answers have values for the others. */
  get roots(): readonly string[] {
    const fields = Object.values(this.#schema.getQueryType()?.getFields() ?? {});
    const needs = ({ args }: GraphQLField<unknown, unknown>): number => args.filter(isRequiredArgument).length;
    return fields.toSorted((a, b) => needs(a) - needs(b)).map(({ name }) => name);
  }

  /** A query for a field of Query, and all below it. `depth` limits how many objects lie in each other. */
  query(field: string, depth: number): string | undefined {
    const query = this.#schema.getQueryType();
    const definition = query?.getFields()[field];
    return query && definition ? `query { ${this.#field(definition, [query], depth)} }` : undefined;
  }

  /** Notes the values of an answer, for arguments of later queries. */
  learn(data: unknown): void {
    if (Array.isArray(data)) for (const item of data) this.learn(item);
    if (!isObject(data)) return;
    for (const [key, value] of Object.entries(data)) {
      if (typeof value === 'string' || typeof value === 'number') {
        const name = key.slice(key.lastIndexOf('__') + 1).replace(/^_/, '');
        const known = this.#values.get(name) ?? new Set();
        this.#values.set(name, known.add(JSON.stringify(value)));
      } else this.learn(value);
    }
  }

  #selection(type: GraphQLNamedType, above: readonly GraphQLNamedType[], depth: number): string {
    if (isAbstractType(type)) {
      const members = this.#schema.getPossibleTypes(type).map((member) => {
        const fields = this.#fields(member, above, depth).map(([name, text]) => `${member.name}__${name}: ${text}`);
        return `... on ${member.name} { __typename ${fields.join(' ')} }`;
      });
      return `{ __typename ${members.join(' ')} }`;
    }
    if (!isObjectType(type)) return '';
    return `{ __typename ${this.#fields(type, above, depth)
      .map(([, text]) => text)
      .join(' ')} }`;
  }

  #fields(
    type: GraphQLObjectType,
    above: readonly GraphQLNamedType[],
    depth: number,
  ): readonly (readonly [name: string, text: string])[] {
    // Below an object of its own type only leaves are asked for, so that a circle has an end.
    const isAgain = above.includes(type);
    return Object.values(type.getFields()).flatMap((field) => {
      const isLeaf = isLeafType(getNamedType(field.type));
      if (!isLeaf && (isAgain || depth === 0)) return [];
      return [[field.name, this.#field(field, [...above, type], depth)] as const];
    });
  }

  #field(
    { name, args, type }: GraphQLField<unknown, unknown>,
    above: readonly GraphQLNamedType[],
    depth: number,
  ): string {
    const named = getNamedType(type);
    const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${this.#argument(arg, named)}`);
    return `${name}${given.length === 0 ? '' : `(${given.join(', ')})`} ${this.#selection(named, above, depth - 1)}`;
  }

  #argument({ name, type }: GraphQLArgument, returned: GraphQLNamedType): string {
    // An argument `id` is often of an object whose key has another name, such as `productId`.
    const own = isObjectType(returned) ? Object.values(returned.getFields()) : [];
    const keys = own.filter((field) => String(getNullableType(field.type)) === 'ID').map((field) => field.name);
    const names = String(getNullableType(type)) === 'ID' ? [...keys, name] : [name];
    for (const one of names) {
      const [value] = this.#values.get(one) ?? [];
      if (value !== undefined) return String(getNullableType(type)) === 'ID' ? `"${JSON.parse(value)}"` : value;
    }
    return inputLiteral(drawFrom(0, name)(inputValues(type, { field: name, scalar: scalarValues })), type);
  }
}
