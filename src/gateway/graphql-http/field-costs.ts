import {
  type ConstDirectiveNode,
  type GraphQLArgument,
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
import { argumentOf, directivesOf } from '../../subschema/federation.ts';

/** What a field costs, as the GraphQL cost specification has it: by `@cost` and `@listSize`, else by its form. */
export interface FieldCost {
  /** Of each item, without what is selected of it. */
  readonly weight: number;
  /** Named type of each item. */
  readonly type: GraphQLNamedType;
  /** 0 for one item, 1 for a list, 2 for a list of lists. */
  readonly dimensions: number;
  /** The arguments that say how many items there will be. */
  readonly slicing: readonly SlicingArgument[];
  /** How many there are when no argument says so; undefined when the field itself does not. */
  readonly assumed: number | undefined;
  /** Fields of the type whose lists are as long as this field's arguments say: `edges` and `nodes` of a connection. */
  readonly sized: ReadonlySet<string>;
  /** What is added when the argument is given. */
  readonly argumentWeights: ReadonlyMap<string, number>;
}

export interface SlicingArgument {
  readonly name: string;
  readonly default: number | undefined;
}

/** The cost of a type's field; undefined for the fields that GraphQL itself adds, which are free. */
export type FieldCosts = (type: string, field: string) => FieldCost | undefined;

/** Pagination as everybody writes it. */
const usualSlicing: ReadonlySet<string> = new Set(['first', 'last', 'limit']);
const usualLists: ReadonlySet<string> = new Set(['edges', 'nodes', 'items']);

const mutationWeight = 10;

/** Costs by the directives in the schema's own SDL (`astNode`s), read when a field is first asked for. */
export function fieldCosts(schema: GraphQLSchema): FieldCosts {
  const mutation = schema.getRootType(OperationTypeNode.MUTATION)?.name;
  const known = new Map<string, FieldCost | undefined>();
  return (typeName, fieldName) => {
    const key = `${typeName}.${fieldName}`;
    if (known.has(key)) return known.get(key);
    const type = schema.getType(typeName);
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
    const cost = field === undefined ? undefined : costOf(field, typeName === mutation ? mutationWeight : undefined);
    known.set(key, cost);
    return cost;
  };
}

function costOf(field: GraphQLField<unknown, unknown>, standard: number | undefined): FieldCost {
  const type = getNamedType(field.type);
  const [listSize] = directivesOf(field.astNode ?? {}, 'listSize');
  const named = listSize && textsOf(listSize, 'slicingArguments');
  const slicing = field.args
    .filter(({ name }) => (named === undefined ? usualSlicing.has(name) : named.includes(name)))
    .map((argument) => ({ name: argument.name, default: sizeFrom(argument.defaultValue) }));
  return {
    weight: weightOf(field) ?? standard ?? weightOf(type) ?? (isCompositeType(type) ? 1 : 0),
    type,
    dimensions: dimensionsOf(field.type),
    slicing,
    assumed: listSize && numberOf(listSize, 'assumedSize'),
    sized: new Set((listSize && textsOf(listSize, 'sizedFields')) ?? usualLists),
    argumentWeights: new Map(field.args.flatMap(argumentWeight)),
  };
}

function dimensionsOf(type: GraphQLOutputType): number {
  const nullable = getNullableType(type);
  return isListType(nullable) ? 1 + dimensionsOf(nullable.ofType) : 0;
}

function argumentWeight(argument: GraphQLArgument): readonly (readonly [string, number])[] {
  const weight = weightOf(argument);
  return weight === undefined ? [] : [[argument.name, weight]];
}

/** An argument's value as a number of items; undefined when it is none, and when it is below zero. */
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

// Weights are texts in one dialect of the specification and numbers in the other.
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
