import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';

type Pick = (below: number) => number;

/** A valid query on the schema: aliases, arguments, inline and named fragments, `@include`, all types. */
export function randomOperation(schema: GraphQLSchema): fc.Arbitrary<string> {
  return fc.infiniteStream(fc.nat(1_000_000)).map((stream) => {
    const pick: Pick = (below) => Number(stream.next().value) % below;
    return writeOperation(schema, pick);
  });
}

/** The same, decided by numbers that somebody else picks. */
export function writeOperation(schema: GraphQLSchema, pick: Pick): string {
  return new OperationWriter(schema, pick).operation();
}

class OperationWriter {
  readonly #schema: GraphQLSchema;
  readonly #pick: Pick;
  readonly #fragments: string[] = [];

  constructor(schema: GraphQLSchema, pick: Pick) {
    this.#schema = schema;
    this.#pick = pick;
  }

  operation(): string {
    const query = this.#schema.getQueryType();
    if (!query) throw new Error('no Query');
    const selection = this.#selection(query, 0);
    const text = `${selection}\n${this.#fragments.join('\n')}`;
    const variables = ['$yes: Boolean = true', '$no: Boolean = false'].filter((variable) =>
      text.includes(`${variable.slice(0, 3)}`),
    );
    return variables.length === 0 ? text : `query (${variables.join(', ')}) ${text}`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const parts = Array.from({ length: 1 + this.#pick(3) }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const members = this.#schema.getPossibleTypes(type);
      const member = members[this.#pick(members.length)];
      return member === undefined || this.#pick(5) === 0
        ? '__typename'
        : `... on ${member.name} ${this.#selection(member, depth)}`;
    }
    const dice = this.#pick(12);
    if (dice === 0) return '__typename';
    if (dice === 1 && depth < 4) return `... on ${type.name} ${this.#directive()} ${this.#selection(type, depth + 1)}`;
    if (dice === 2 && depth < 4) {
      const name = `F${this.#fragments.length}`;
      this.#fragments.push('');
      this.#fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} ${this.#selection(type, depth + 1)}`;
      return `...${name} ${this.#directive()}`;
    }
    if (!isObjectType(type)) return '__typename';
    const fields = Object.values(type.getFields()).filter(({ type: returned }) => depth < 5 || isLeaf(returned));
    const field = fields[this.#pick(fields.length)];
    return field === undefined ? '__typename' : this.#field(field, depth);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const written = field.args.flatMap(({ name }) => {
      const values = argumentValues[name];
      if (
        values === undefined ||
        (name !== 'id' && name !== 'ids' && name !== 'routeId' && name !== 'type' && this.#pick(2) === 0)
      )
        return [];
      return [`${name}: ${values[this.#pick(values.length)]}`];
    });
    const args = written.length === 0 ? '' : `(${written.join(', ')})`;
    // The alias says which arguments it has, so that two selections of one name never conflict.
    const alias =
      written.length === 0 && this.#pick(3) > 0 ? '' : `${field.name}_${written.join('').replaceAll(/\W/g, '')}: `;
    const type = getNamedType(field.type);
    const below = isLeaf(field.type) ? '' : this.#selection(type, depth + 1);
    return `${alias}${field.name}${args} ${this.#directive()} ${below}`;
  }

  #directive(): string {
    return ['@include(if: $yes)', '@skip(if: $yes)', '@include(if: $no)'][this.#pick(20)] ?? '';
  }
}

const argumentValues: Readonly<Record<string, readonly string[]>> = {
  id: ['"1"', '"2"', '"3"'],
  ids: ['["1", "2"]', '["4", "x", "1"]', '["3", "3"]'],
  first: ['1', '3'],
  prefix: ['"p"'],
  upper: ['true', 'null'],
  size: ['7'],
  form: ['CAPSULE', 'POWDER'],
  day: ['"monday"', 'null'],
  filter: ['{ form: POWDER }', '{ ids: ["2", "3"] }'],
  routeId: ['"x"'],
  text: ['"t"'],
  type: ['"Spec0"', '"Spec1"', '"Item2"', '"Item3"', '"none"'],
};

function isLeaf(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return !isObjectType(named) && !isAbstractType(named);
}
