import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { drawFrom, inputLiteral, inputValues, scalarValues } from '../../values/index.ts';

/** By name: texts for arguments of type String that are not made up. */
type GivenTexts = Readonly<Record<string, string>>;

/**
 * Operations that ask for one field, with made-up arguments: for a root field itself, and for another one below each of
 * the shortest ways from a root that lead to its type. Empty when none does. `given` is for a root field.
 */
export function fieldOperations(
  schema: GraphQLSchema,
  coordinate: string,
  { seed, given }: { readonly seed: number; readonly given?: GivenTexts },
): readonly string[] {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (type === undefined || field === undefined) return [];
  const asked = fieldText(field, seed, { given });
  if (type === schema.getMutationType()) return [`mutation { ${asked} }`];
  if (type === schema.getQueryType()) return [`{ ${asked} }`];
  const queries = waysTo(schema, type, schema.getQueryType()).map((way) => `{ ${along(way, asked, seed)} }`);
  const mutations = waysTo(schema, type, schema.getMutationType());
  return [...queries, ...mutations.map((way) => `mutation { ${along(way, asked, seed)} }`)];
}

const deepestWay = 4;
const mostWays = 8;

type Way = readonly GraphQLField<unknown, unknown>[];

/** The shortest ways from a root to a type, and to abstract types that may be of this type. */
function waysTo(schema: GraphQLSchema, target: GraphQLNamedType, root: GraphQLNamedType | undefined | null) {
  // A made-up id finds nothing. So a field that needs no argument, such as a list, comes first.
  const needs = ({ args }: GraphQLField<unknown, unknown>): number => args.filter(isRequiredArgument).length;
  const roots = isObjectType(root) ? Object.values(root.getFields()).toSorted((a, b) => needs(a) - needs(b)) : [];
  const found: { readonly fields: Way; readonly condition: string | undefined }[] = [];
  let level: readonly Way[] = roots.map((field) => [field]);
  const seen = new Set<GraphQLNamedType>();
  for (let depth = 0; depth < deepestWay && found.length < mostWays; depth++) {
    for (const fields of level) {
      const type = typeAt(fields);
      if (type === target) found.push({ fields, condition: undefined });
      else if (isAbstractType(type) && isObjectType(target) && schema.isSubType(type, target))
        found.push({ fields, condition: target.name });
    }
    const reached = level.flatMap((way) => typeAt(way) ?? []);
    level = level.flatMap((way) => {
      const type = typeAt(way);
      if (!isObjectType(type) || seen.has(type)) return [];
      return Object.values(type.getFields()).map((field) => [...way, field]);
    });
    for (const type of reached) seen.add(type);
  }
  // An object of an abstract type may be of another type.
  return found
    .toSorted((a, b) => Number(a.condition !== undefined) - Number(b.condition !== undefined))
    .slice(0, mostWays);
}

function along({ fields, condition }: ReturnType<typeof waysTo>[number], asked: string, seed: number): string {
  const selection = condition === undefined ? asked : `... on ${condition} { ${asked} }`;
  return fields.reduceRight((inner, field) => `${field.name}${givenText(field, seed)} { ${inner} }`, selection);
}

function typeAt(way: Way) {
  const last = way.at(-1);
  return last === undefined ? undefined : getNamedType(last.type);
}

const deepestSelection = 3;

/** The field with its arguments, and all that can be selected below it. */
function fieldText(
  field: GraphQLField<unknown, unknown>,
  seed: number,
  { given, depth = 0 }: { readonly given?: GivenTexts | undefined; readonly depth?: number },
): string {
  const head = `${field.name}${givenText(field, seed, given)}`;
  const named = getNamedType(field.type);
  if (!isObjectType(named) && !isInterfaceType(named)) return isLeafType(named) ? head : `${head} { __typename }`;
  const fields = Object.values(named.getFields()).filter(
    ({ args, type }) => !args.some(isRequiredArgument) && (isLeafType(getNamedType(type)) || depth < deepestSelection),
  );
  return `${head} { ${['__typename', ...fields.map((each) => fieldText(each, seed, { depth: depth + 1 }))].join(' ')} }`;
}

function givenText({ args, name }: GraphQLField<unknown, unknown>, seed: number, given: GivenTexts = {}): string {
  const texts = args.flatMap(({ name: argument, type }) => {
    if (Object.hasOwn(given, argument)) return [`${argument}: ${JSON.stringify(given[argument])}`];
    const draw = drawFrom(seed, name, argument);
    if (!isNonNullType(type) && draw(fc.boolean())) return [];
    return [`${argument}: ${inputLiteral(draw(inputValues(type, { field: argument, scalar })), type)}`];
  });
  return texts.length === 0 ? '' : `(${texts.join(', ')})`;
}

/** A number is how many are asked for, mostly. */
function scalar(type: string, field: string): fc.Arbitrary<unknown> {
  return type === 'Int' ? fc.integer({ min: 1, max: 5 }) : scalarValues(type, field);
}
