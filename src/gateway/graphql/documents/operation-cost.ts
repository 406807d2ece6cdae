import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { type FieldCost, type FieldCosts, type SlicingArgument, sizeFrom } from './field-costs.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A cost or a size: a number, or a function of the request's variables. */
export type Amount = number | ((variables: Variables) => number);

export function amountWith(amount: Amount, variables: Variables): number {
  return typeof amount === 'number' ? amount : amount(variables);
}

const noVariables: Variables = Object.freeze({});

/** The cost of an operation with these variables. Without a name, the operation is the document's only one. */
export function costWith(
  { operations }: { readonly operations: ReadonlyMap<string, { readonly cost: Amount }> },
  operationName: string | undefined,
  variables: Variables = noVariables,
): number {
  const measured = operationName === undefined ? operations.values().next().value : operations.get(operationName);
  return measured === undefined ? 0 : amountWith(measured.cost, variables);
}

export interface CostParts {
  /** Its `astNode`s have the directives of the SDL. */
  readonly schema: GraphQLSchema;
  readonly costs: FieldCosts;
  /** The assumed length of a list without a size. */
  readonly listSize: number;
}

/**
 * The cost of an operation in a valid document. It depends only on variables that are sizes: `@skip` and `@include`
 * change nothing. Repeated fields count each time, and a fragment on each possible type counts too.
 */
export function operationCost(document: DocumentNode, operation: OperationDefinitionNode, parts: CostParts): Amount {
  const type = parts.schema.getRootType(operation.operation)?.name ?? '';
  return new CostMeter(document, operation, parts).ofSet(operation.selectionSet, type, undefined);
}

/** Fields of the parent type whose lists have a size that the parent field's arguments give. */
interface Sized {
  readonly fields: ReadonlySet<string>;
  readonly size: Amount;
}

class CostMeter {
  readonly #parts: CostParts;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  /** Default values of the operation's variables, as sizes. */
  readonly #defaults: ReadonlyMap<string, number | undefined>;

  constructor(document: DocumentNode, operation: OperationDefinitionNode, parts: CostParts) {
    this.#parts = parts;
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition);
    this.#defaults = new Map(
      (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, literalSize(defaultValue)]],
      ),
    );
  }

  // A fragment is measured at each spread, where its lists may get their size. The limit of fields bounds the spreads.
  ofSet(set: SelectionSetNode | undefined, type: string, sized: Sized | undefined): Amount {
    let fixed = 0;
    const open: Exclude<Amount, number>[] = [];
    for (const selection of set?.selections ?? []) {
      let amount: Amount;
      if (selection.kind === Kind.FIELD)
        amount = this.#ofField(selection, this.#parts.costs(type, selection.name.value), sized);
      else {
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
        amount = this.ofSet(inner?.selectionSet, inner?.typeCondition?.name.value ?? type, sized);
      }
      if (typeof amount === 'number') fixed += amount;
      else open.push(amount);
    }
    if (open.length === 0) return fixed;
    return (variables) => open.reduce((sum, amount) => sum + amount(variables), fixed);
  }

  #ofField(node: FieldNode, cost: FieldCost | undefined, around: Sized | undefined): Amount {
    if (cost === undefined) return 0;
    const own = this.#sizeOf(node, cost);
    const isList = cost.dimensions > 0;
    const below = isList || own === undefined ? undefined : { fields: cost.sized, size: own };
    const selected = this.ofSet(node.selectionSet, cost.type.name, below);
    const inherited = around?.fields.has(node.name.value) ? around.size : undefined;
    // No argument gives the size of nested lists, so each level counts with the assumed length.
    const inner = isList ? this.#parts.listSize ** (cost.dimensions - 1) : 1;
    const { argumentWeights } = cost;
    const extra = (node.arguments ?? []).reduce((sum, { name }) => sum + (argumentWeights.get(name.value) ?? 0), 0);
    const lists = (cost.parts ?? [cost]).map(({ weight, ...list }) => {
      const size = isList ? (this.#sizeOf(node, list) ?? inherited ?? this.#parts.listSize) : 1;
      return { weight, size };
    });
    if (typeof selected === 'number' && lists.every(({ size }) => typeof size === 'number'))
      return lists.reduce((sum, { size, weight }) => sum + Number(size) * inner * (weight + selected) + extra, 0);
    return (variables) =>
      lists.reduce((sum, { size, weight }) => {
        const items = amountWith(size, variables) * inner;
        return sum + items * (weight + amountWith(selected, variables)) + extra;
      }, 0);
  }

  /** The number of items that the field itself gives; undefined when it gives none. */
  #sizeOf(node: FieldNode, { slicing, assumed }: Pick<FieldCost, 'slicing' | 'assumed'>): Amount | undefined {
    if (slicing.length === 0) return assumed;
    const otherwise = assumed ?? this.#parts.listSize;
    const slices = slicing.map((argument) => this.#sliceOf(node, argument));
    const sizeWith = (variables: Variables): number => {
      let size = -1;
      for (const slice of slices) size = Math.max(size, (typeof slice === 'function' ? slice(variables) : slice) ?? -1);
      return size < 0 ? otherwise : size;
    };
    return slices.some((slice) => typeof slice === 'function') ? sizeWith : sizeWith({});
  }

  #sliceOf(node: FieldNode, argument: SlicingArgument): Slice {
    const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    if (value === undefined) return argument.default;
    if (value.kind !== Kind.VARIABLE) return literalSize(value);
    const name = value.name.value;
    const absent = this.#defaults.has(name) ? this.#defaults.get(name) : argument.default;
    return (variables) => (Object.hasOwn(variables, name) ? sizeFrom(variables[name]) : absent);
  }
}

type Slice = number | undefined | ((variables: Variables) => number | undefined);

function literalSize(value: ValueNode): number | undefined {
  return value.kind === Kind.INT || value.kind === Kind.STRING ? sizeFrom(Number(value.value)) : undefined;
}
