import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Draw, inputLiteral, inputValues } from '../../values/index.ts';
import type { KnownValues } from './known-values.ts';

/** One operation that both engines answer. */
export interface ReplayedOperation {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Written = Omit<ReplayedOperation, 'name'>;

const deepest = 5;

/**
 * Writes a query on the schema: aliases, arguments as literals and variables, inline and named fragments, `@include`
 * and `@skip`. Now and then it is invalid: fields of two types of one interface may conflict.
 */
export function writeOperation(schema: GraphQLSchema, draw: Draw, known: Pick<KnownValues, 'scalar'>): Written {
  return new OperationWriter(schema, draw, known).operation();
}

class OperationWriter {
  readonly #schema: GraphQLSchema;
  readonly #draw: Draw;
  readonly #known: Pick<KnownValues, 'scalar'>;
  readonly #fragments: string[] = [];
  readonly #declared = new Map<string, string>();
  readonly #variables: Record<string, unknown> = {};
  #aliases = 0;

  constructor(schema: GraphQLSchema, draw: Draw, known: Pick<KnownValues, 'scalar'>) {
    this.#schema = schema;
    this.#draw = draw;
    this.#known = known;
  }

  /** A whole number from 0 to `below` - 1. */
  #pick(below: number): number {
    return this.#draw(fc.nat(below - 1));
  }

  operation(): Written {
    const query = this.#schema.getQueryType();
    if (!query) throw new Error('the schema has no Query');
    const selection = this.#selection(query, 0);
    const declared = [...this.#declared].map(([name, type]) => `$${name}: ${type}`).join(', ');
    const head = declared === '' ? 'query' : `query (${declared})`;
    return { query: [`${head} ${selection}`, ...this.#fragments].join('\n'), variables: this.#variables };
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const parts = Array.from({ length: 1 + this.#pick(3) }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLNamedType, depth: number): string {
    const dice = this.#pick(12);
    if (dice === 0) return '__typename';
    if (isAbstractType(type) && (dice < 8 || !isInterfaceType(type))) return this.#member(type, depth);
    if (dice === 1 && depth < deepest)
      return `... on ${type.name}${this.#directive()} ${this.#selection(type, depth + 1)}`;
    if (dice === 2 && depth < deepest) return this.#spread(type, depth);
    if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < deepest || isLeafType(getNamedType(field.type)),
    );
    const field = fields[this.#pick(Math.max(fields.length, 1))];
    return field === undefined ? '__typename' : this.#field(field, depth);
  }

  #member(type: GraphQLNamedType, depth: number): string {
    const members = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [];
    const member = members[this.#pick(Math.max(members.length, 1))];
    return member === undefined ? '__typename' : `... on ${member.name} ${this.#selection(member, depth + 1)}`;
  }

  #spread(type: GraphQLNamedType, depth: number): string {
    const name = `F${this.#fragments.length}`;
    const at = this.#fragments.push('') - 1;
    this.#fragments[at] = `fragment ${name} on ${type.name} ${this.#selection(type, depth + 1)}`;
    return `...${name}${this.#directive()}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const written = field.args
      .filter((argument) => isRequiredArgument(argument) || this.#pick(2) === 0)
      .map((argument) => `${argument.name}: ${this.#argument(argument)}`);
    const args = written.length === 0 ? '' : `(${written.join(', ')})`;
    // With arguments always an alias, so that two selections of one name do not conflict.
    const alias = args === '' && this.#pick(3) > 0 ? '' : `${field.name}_${++this.#aliases}: `;
    const type = getNamedType(field.type);
    const below = isLeafType(type) ? '' : ` ${this.#selection(type, depth + 1)}`;
    return `${alias}${field.name}${args}${this.#directive()}${below}`;
  }

  #argument({ name, type }: GraphQLArgument): string {
    const { scalar } = this.#known;
    const value = this.#draw(inputValues(type, { field: name, scalar, optional: true }));
    return this.#pick(3) === 0 ? this.#variable(String(type), value) : inputLiteral(value, type);
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#declared.size}`;
    this.#declared.set(name, type);
    this.#variables[name] = value;
    return `$${name}`;
  }

  #directive(): string {
    const name = [' @include', ' @skip'][this.#pick(20)];
    return name === undefined ? '' : `${name}(if: ${this.#variable('Boolean!', this.#pick(2) === 0)})`;
  }
}
