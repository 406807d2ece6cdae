import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** The limits of gateway.yaml's `graphql.limits` that need no schema. */
export interface OperationLimits {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly directives: number;
}

/** The counts of one operation. A fragment counts at each spread. */
export type Extent = OperationLimits;

const nothing: Extent = { depth: 0, aliases: 0, fields: 0, directives: 0 };

/**
 * Counts each operation. It works on any document that parses, before validation. An unknown fragment counts
 * nothing, and neither does the spread that closes a cycle.
 */
export function measureOperations(document: DocumentNode): ReadonlyMap<OperationDefinitionNode, Extent> {
  const ofSet = createMeter(document);
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => {
        const variables = (operation.variableDefinitions ?? []).map(countDirectives);
        const extent = ofSet(operation.selectionSet);
        const directives = variables.reduce(
          (sum, count) => sum + count,
          extent.directives + countDirectives(operation),
        );
        return [operation, { ...extent, directives }];
      }),
  );
}

export function exceededLimits(extent: Extent, limits: OperationLimits): readonly string[] {
  const messages: string[] = [];
  if (extent.depth > limits.depth)
    messages.push(`The operation is ${extent.depth} fields deep; the limit is ${limits.depth}.`);
  // Fragments that spread each other give enormous counts, so the message omits the number.
  for (const name of ['aliases', 'fields', 'directives'] as const)
    if (extent[name] > limits[name]) messages.push(`The operation has more than ${limits[name]} ${name}.`);
  return messages;
}

/** One error for each limit that an operation of the document exceeds. */
export function checkLimits(
  extents: ReadonlyMap<OperationDefinitionNode, Extent>,
  limits: OperationLimits,
): readonly GraphQLError[] {
  return [...extents].flatMap(([nodes, extent]) =>
    exceededLimits(extent, limits).map((message) => new GraphQLError(message, { nodes })),
  );
}

function createMeter(document: DocumentNode): (set: SelectionSetNode | undefined) => Extent {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Each fragment is measured once. Otherwise 26 fragments that each spread the next one twice would take 2^26 steps.
  const measured = new Map<string, Extent>();

  const ofFragment = (name: string): Extent => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    measured.set(name, nothing);
    const inner = ofSet(fragment.selectionSet);
    const extent = { ...inner, directives: inner.directives + countDirectives(fragment) };
    measured.set(name, extent);
    return extent;
  };

  const ofSet = (set: SelectionSetNode | undefined): Extent => {
    let { depth, aliases, fields, directives } = nothing;
    for (const selection of set?.selections ?? []) {
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const inner: Extent = isSpread ? ofFragment(selection.name.value) : ofSet(selection.selectionSet);
      aliases += inner.aliases;
      fields += inner.fields;
      directives += inner.directives + countDirectives(selection);
      if (selection.kind !== Kind.FIELD) depth = Math.max(depth, inner.depth);
      else {
        fields += 1;
        if (selection.alias !== undefined) aliases += 1;
        // Introspection reads no data and nests deeper than a shop's queries. graphql-js limits its lists.
        if (!selection.name.value.startsWith('__')) depth = Math.max(depth, inner.depth + 1);
      }
    }
    return { depth, aliases, fields, directives };
  };
  return ofSet;
}

function countDirectives({ directives }: { readonly directives?: readonly unknown[] | undefined }): number {
  return directives?.length ?? 0;
}
