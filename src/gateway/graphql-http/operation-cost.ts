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

/** A cost, or a size: a number, or what makes one of the request's variables. */
export type Amount = number | ((variables: Variables) => number);

export function amountWith(amount: Amount, variables: Variables): number {
  return typeof amount === 'number' ? amount : amount(variables);
}

export interface CostParts {
  /** With the SDL's directives in its `astNode`s. */
  readonly schema: GraphQLSchema;
  readonly costs: FieldCosts;
  /** How long a list is taken to be when nothing says so. */
  readonly listSize: number;
}

/**
 * What an operation of a valid document costs. Only variables that are the size of something are left open; all others,
 * and what they skip, make no difference. Equal fields are counted each time, and so are all types of an abstract one.
 */
export function operationCost(document: DocumentNode, operation: OperationDefinitionNode, parts: CostParts): Amount {
  const type = parts.schema.getRootType(operation.operation)?.name ?? '';
  return new CostMeter(document, operation, parts).ofSet(operation.selectionSet, type, undefined);
}

/** The lists of the type around that are as long as the field's arguments say. */
interface Sized {
  readonly fields: ReadonlySet<string>;
  readonly size: Amount;
}

class CostMeter {
  readonly #parts: CostParts;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  /** Defaults of the operation's variables, where they are sizes. */
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

  // Fragments are gone through wherever they are spread, since their lists' sizes come from there. The limit of fields
  // bounds how often.
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
    const size = isList ? (own ?? inherited ?? this.#parts.listSize) : 1;
    // Nothing says how long the lists of a list are.
    const inner = isList ? this.#parts.listSize ** (cost.dimensions - 1) : 1;
    const { weight, argumentWeights } = cost;
    const extra = (node.arguments ?? []).reduce((sum, { name }) => sum + (argumentWeights.get(name.value) ?? 0), 0);
    if (typeof selected === 'number' && typeof size === 'number') return size * inner * (weight + selected) + extra;
    return (variables) => amountWith(size, variables) * inner * (weight + amountWith(selected, variables)) + extra;
  }

  /** How many items the field itself says there are; undefined when it does not. */
  #sizeOf(node: FieldNode, { slicing, assumed }: FieldCost): Amount | undefined {
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
