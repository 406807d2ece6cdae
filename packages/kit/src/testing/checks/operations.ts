import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { drawFrom, inputLiteral, inputValues, scalarValues } from '../../values/index.ts';

/** An operation that asks for one field of the extension. */
export interface FieldOperation {
  /** `Product.reviews` */
  readonly field: string;
  readonly text: string;
}

/**
 * Operations that ask for each field in a list, with made-up arguments: root fields themselves, and fields of other
 * types below the nearest root field that leads to them. Leaves out fields that no root field reaches.
 */
export function fieldOperations(
  schema: GraphQLSchema,
  fields: readonly string[],
  seed: number,
): readonly FieldOperation[] {
  const writer = new Writer(seed);
  return fields.flatMap((coordinate): readonly FieldOperation[] => {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (field === undefined) return [];
    const asked = writer.field(field);
    if (typeName === 'Mutation') return [{ field: coordinate, text: `mutation { ${asked} }` }];
    const text = typeName === 'Query' ? asked : wrapped(schema, typeName, asked, writer);
    return text === undefined ? [] : [{ field: coordinate, text: `{ ${text} }` }];
  });
}

const deepestWay = 4;

/** The selection below the shortest way from Query to the type. */
function wrapped(schema: GraphQLSchema, target: string, selection: string, writer: Writer): string | undefined {
  // A made-up id finds nothing. So a field that needs no argument, such as a list, comes first.
  const needs = ({ args }: GraphQLField<unknown, unknown>): number => args.filter(isRequiredArgument).length;
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).toSorted((a, b) => needs(a) - needs(b));
  let level: readonly (readonly GraphQLField<unknown, unknown>[])[] = roots.map((field) => [field]);
  const seen = new Set<string>();
  for (let depth = 0; depth < deepestWay; depth++) {
    const found = level.find((way) => typeAt(way)?.name === target);
    if (found !== undefined)
      return found.reduceRight((inner, field) => `${field.name}${writer.given(field)} { ${inner} }`, selection);
    level = level.flatMap((way) => {
      const type = typeAt(way);
      if (!isObjectType(type) || seen.has(type.name)) return [];
      seen.add(type.name);
      return Object.values(type.getFields()).map((field) => [...way, field]);
    });
  }
  return undefined;
}

function typeAt(way: readonly GraphQLField<unknown, unknown>[]) {
  const last = way.at(-1);
  return last === undefined ? undefined : getNamedType(last.type);
}

const deepestSelection = 3;

class Writer {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The field with its arguments, and all that can be selected below it. */
  field(field: GraphQLField<unknown, unknown>, depth = 0): string {
    return `${field.name}${this.given(field)}${this.#below(field.type, depth)}`;
  }

  given({ args, name }: GraphQLField<unknown, unknown>): string {
    const texts = args.flatMap(({ name: argument, type }) => {
      const draw = drawFrom(this.#seed, name, argument);
      if (!isNonNullType(type) && draw(fc.boolean())) return [];
      return [`${argument}: ${inputLiteral(draw(inputValues(type, { field: argument, scalar })), type)}`];
    });
    return texts.length === 0 ? '' : `(${texts.join(', ')})`;
  }

  #below(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (!isObjectType(named) && !isInterfaceType(named)) return isLeafType(named) ? '' : ' { __typename }';
    const fields = Object.values(named.getFields()).filter(
      (field) =>
        field.args.every((argument) => !isRequiredArgument(argument)) &&
        (isLeafType(getNamedType(field.type)) || depth < deepestSelection),
    );
    return ` { ${['__typename', ...fields.map((field) => this.field(field, depth + 1))].join(' ')} }`;
  }
}

/** A number is how many are asked for, mostly. */
function scalar(type: string, field: string): fc.Arbitrary<unknown> {
  return type === 'Int' ? fc.integer({ min: 1, max: 5 }) : scalarValues(type, field);
}
