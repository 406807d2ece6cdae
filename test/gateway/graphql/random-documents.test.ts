import { expect } from 'chai';
import fc from 'fast-check';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { fieldCosts } from '../../../src/gateway/graphql/documents/field-costs.ts';
import { amountWith, operationCost } from '../../../src/gateway/graphql/documents/operation-cost.ts';
import { type Extent, measureOperations } from '../../../src/gateway/graphql/documents/operation-limits.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query { one: Query, all: [Query!], some(first: Int = 1): [Query!], page(first: Int, last: Int): Page, leaf: Int }
  type Page { nodes: [Query!], edges: [Edge!], leaf: Int }
  type Edge { node: Query }
`);
const listSize = 2;
const variables = { n: 3, m: 0 };

const directive = fc.constantFrom('', '', '@skip(if: false)', '@include(if: true) @skip(if: false)');
const alias = fc.constantFrom('', '', 'x: ', 'y: ');
const size = fc.constantFrom('0', '1', '3', '$n', '$m', 'null');

/** A selection set on Query, with spreads of the fragments from `next` on. */
function querySet(depth: number, next: number, count: number): fc.Arbitrary<string> {
  const leaf = fc.tuple(alias, directive).map(([name, marks]) => `${name}leaf ${marks}`);
  const inner = depth === 0 ? fc.constant('{ leaf }') : querySet(depth - 1, next, count);
  const field = (call: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(alias, call, directive, inner).map(([name, text, marks, set]) => `${name}${text} ${marks} ${set}`);
  const connection = fc
    .tuple(alias, size, fc.constantFrom('first', 'last'), fc.constantFrom('nodes', 'edges'), inner)
    .map(([name, value, argument, list, set]) => {
      const below = list === 'nodes' ? `nodes ${set}` : `edges { node ${set} }`;
      return `${name}page(${argument}: ${value}) { leaf ... on Page { ${below} } }`;
    });
  const options = [
    leaf,
    field(fc.constantFrom('one', 'all', 'some')),
    field(size.map((value) => `some(first: ${value})`)),
    connection,
    fc.tuple(directive, inner).map(([marks, set]) => `... ${marks} ${set}`),
  ];
  if (next < count)
    options.push(
      fc.tuple(fc.integer({ min: next, max: count - 1 }), directive).map(([index, marks]) => `...F${index} ${marks}`),
    );
  return fc.array(fc.oneof(...options), { minLength: 1, maxLength: 3 }).map((each) => `{ ${each.join(' ')} }`);
}

const documents = fc
  .integer({ min: 0, max: 3 })
  .chain((count) =>
    fc
      .tuple(querySet(2, 0, count), ...Array.from({ length: count }, (_, index) => querySet(1, index + 1, count)))
      .map(([set, ...fragments]) =>
        [
          `query ($n: Int, $m: Int) ${set}`,
          ...fragments.map((each, index) => `fragment F${index} on Query ${each}`),
        ].join(' '),
      ),
  );

function partsOf(document: DocumentNode): {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
} {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition;
  }
  if (operation === undefined) throw new Error('no operation');
  return { operation, fragments };
}

/** Step by step, and each fragment anew. */
function naiveExtent(
  set: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Extent {
  const total = { depth: 0, aliases: 0, fields: 0, directives: 0 };
  for (const selection of set?.selections ?? []) {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : undefined;
    const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragment?.selectionSet : selection.selectionSet;
    const inner = naiveExtent(below, fragments);
    const isField = selection.kind === Kind.FIELD;
    total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
    total.aliases += inner.aliases + (isField && selection.alias !== undefined ? 1 : 0);
    total.fields += inner.fields + (isField ? 1 : 0);
    total.directives += inner.directives + (selection.directives ?? []).length;
  }
  return total;
}

/** Makes every object of the answer, and counts them. */
function naiveCost(
  set: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  paged: number,
): number {
  let objects = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      objects += naiveCost(fragments.get(selection.name.value)?.selectionSet, fragments, paged);
    else if (selection.kind === Kind.INLINE_FRAGMENT) objects += naiveCost(selection.selectionSet, fragments, paged);
    else if (selection.name.value !== 'leaf') {
      const value = selection.arguments?.[0]?.value;
      let asked = listSize;
      if (value === undefined && selection.name.value === 'some') asked = 1;
      else if (value?.kind === Kind.INT) asked = Number(value.value);
      else if (value?.kind === Kind.VARIABLE) asked = value.name.value === 'n' ? variables.n : variables.m;
      const count = { one: 1, node: 1, page: 1, all: listSize, some: asked, nodes: paged, edges: paged };
      const name = selection.name.value;
      const items = Object.entries(count).find(([each]) => each === name)?.[1] ?? 0;
      for (let item = 0; item < items; item++) objects += 1 + naiveCost(selection.selectionSet, fragments, asked);
    }
  }
  return objects;
}

describe('any document', () => {
  it('is measured as if each fragment were written where it is spread', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const document = parse(text);
        const { operation, fragments } = partsOf(document);
        expect(measureOperations(document).get(operation)).to.deep.equal(
          naiveExtent(operation.selectionSet, fragments),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('costs as many objects as its answer would have', () => {
    const parts = { schema, costs: fieldCosts(schema), listSize };
    fc.assert(
      fc.property(documents, (text) => {
        const document = parse(text);
        const { operation, fragments } = partsOf(document);
        const cost = amountWith(operationCost(document, operation, parts), variables);
        expect(cost).to.equal(naiveCost(operation.selectionSet, fragments, listSize));
      }),
      { numRuns: 500 },
    );
  });
});
