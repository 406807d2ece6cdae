import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { argumentOf, type ComposedField, type Composition, directivesOf } from '#engine';

/** What a field costs, as the GraphQL cost specification defines it: by `@cost` and `@listSize`, else by its type. */
export interface FieldCost {
  /** Cost of each item, without its selection. */
  readonly weight: number;
  readonly type: GraphQLNamedType;
  /** 0 for one item, 1 for a list, 2 for a list of lists. */
  readonly dimensions: number;
  readonly slicing: readonly SlicingArgument[];
  /** The number of items when no argument gives it. Undefined when the directive has no such number. */
  readonly assumed: number | undefined;
  /** Fields of the type whose lists have the size of this field's arguments: a connection's `edges` and `nodes`. */
  readonly sized: ReadonlySet<string>;
  /** Cost added for each argument that is present. */
  readonly argumentWeights: ReadonlyMap<string, number>;
  /** `@gather`: the lists of all extensions, which cost what each of them says. */
  readonly parts: readonly ListCost[] | undefined;
}

export type ListCost = Pick<FieldCost, 'weight' | 'slicing' | 'assumed'>;

export interface SlicingArgument {
  readonly name: string;
  readonly default: number | undefined;
}

/** Finds the cost of a type's field. Undefined for fields that GraphQL itself adds: they are free. */
export type FieldCosts = (type: string, field: string) => FieldCost | undefined;

/** The usual names of pagination arguments. */
const usualSlicing: ReadonlySet<string> = new Set(['first', 'last', 'limit']);
const usualLists: ReadonlySet<string> = new Set(['edges', 'nodes', 'items']);

const mutationWeight = 10;

/** Reads costs from the directives in the schema's SDL (`astNode`s), each when a query first needs it. */
export function fieldCosts(schema: GraphQLSchema, types: Composition['types'] = new Map()): FieldCosts {
  const mutation = schema.getRootType(OperationTypeNode.MUTATION)?.name;
  const known = new Map<string, FieldCost | undefined>();
  return (typeName, fieldName) => {
    const key = `${typeName}.${fieldName}`;
    if (known.has(key)) return known.get(key);
    const type = schema.getType(typeName);
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
    const parts = types.get(typeName)?.fields.get(fieldName)?.parts;
    const standard = typeName === mutation ? mutationWeight : undefined;
    const cost = field === undefined ? undefined : costOf(field, { standard, parts });
    known.set(key, cost);
    return cost;
  };
}

interface CostScope {
  /** The weight without a directive. */
  readonly standard: number | undefined;
  readonly parts: ComposedField['parts'];
}

function costOf(field: GraphQLField<unknown, unknown>, { standard, parts }: CostScope): FieldCost {
  const type = getNamedType(field.type);
  const [listSize] = directivesOf(field.astNode ?? {}, 'listSize');
  return {
    ...listCost(field, field.astNode ?? {}, standard),
    type,
    dimensions: dimensionsOf(field.type),
    sized: new Set((listSize && textsOf(listSize, 'sizedFields')) ?? usualLists),
    argumentWeights: new Map(field.args.map((argument) => [argument.name, weightOf(argument) ?? 0])),
    parts: parts && [...parts.values()].map((node) => listCost(field, node, standard)),
  };
}

/** What the directives of one extension say of a field. */
function listCost(
  { args, type }: GraphQLField<unknown, unknown>,
  node: NonNullable<Annotated['astNode']>,
  standard: number | undefined,
): ListCost {
  const named = getNamedType(type);
  const [listSize] = directivesOf(node, 'listSize');
  const sliced = listSize && textsOf(listSize, 'slicingArguments');
  const slicing = args
    .filter(({ name }) => (sliced === undefined ? usualSlicing.has(name) : sliced.includes(name)))
    .map((argument) => ({ name: argument.name, default: sizeFrom(argument.defaultValue) }));
  return {
    weight: weightOf({ astNode: node }) ?? standard ?? weightOf(named) ?? (isCompositeType(named) ? 1 : 0),
    slicing,
    assumed: listSize && numberOf(listSize, 'assumedSize'),
  };
}

function dimensionsOf(type: GraphQLOutputType): number {
  const nullable = getNullableType(type);
  return isListType(nullable) ? 1 + dimensionsOf(nullable.ofType) : 0;
}

/** An argument's value as a number of items. Undefined when it is not a number, or below zero. */
export function sizeFrom(value: unknown): number | undefined {
  const size = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof size === 'number' && size >= 0 ? size : undefined;
}

interface Annotated {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}

function weightOf({ astNode }: Annotated): number | undefined {
  const [cost] = directivesOf(astNode ?? {}, 'cost');
  return cost && numberOf(cost, 'weight');
}

// One version of the specification gives weights as strings, the other as numbers.
function numberOf(directive: ConstDirectiveNode, argument: string): number | undefined {
  const value = argumentOf(directive, argument);
  const isNumber = value?.kind === Kind.INT || value?.kind === Kind.FLOAT || value?.kind === Kind.STRING;
  return isNumber ? Number(value.value) : undefined;
}

function textsOf(directive: ConstDirectiveNode, argument: string): readonly string[] | undefined {
  const value = argumentOf(directive, argument);
  if (value?.kind === Kind.STRING) return [value.value];
  if (value?.kind !== Kind.LIST) return undefined;
  return value.values.flatMap((each) => (each.kind === Kind.STRING ? each.value : []));
}
