import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

/** From gateway.yaml's `graphql.limits`. */
export interface OperationLimits {
  readonly depth: number;
  readonly aliases: number;
}

interface Extent {
  readonly depth: number;
  readonly aliases: number;
}

const nothing: Extent = { depth: 0, aliases: 0 };

/**
 * One error for each limit that an operation of the document passes, fragments counted wherever they are spread. Works on
 * any document that parses, before it is validated: an unknown fragment counts nothing, and so does a cycle's way back.
 */
export function checkLimits(document: DocumentNode, limits: OperationLimits): readonly GraphQLError[] {
  const extentOf = createMeter(document);
  const errors: GraphQLError[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, aliases } = extentOf(definition.selectionSet);
    const refuse = (what: string) => errors.push(new GraphQLError(what, { nodes: definition }));
    if (depth > limits.depth) refuse(`The operation is ${depth} fields deep; the limit is ${limits.depth}.`);
    if (aliases > limits.aliases) refuse(`The operation has more than ${limits.aliases} aliases.`);
  }
  return errors;
}

function createMeter(document: DocumentNode): (set: SelectionSetNode) => Extent {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Each fragment is measured once, however often it is spread: 26 that spread each other twice would else take 2^26 steps.
  const measured = new Map<string, Extent>();

  const ofFragment = (name: string): Extent => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    measured.set(name, nothing);
    const extent = ofSet(fragment.selectionSet);
    measured.set(name, extent);
    return extent;
  };

  const ofSet = (set: SelectionSetNode | undefined): Extent => {
    let depth = 0;
    let aliases = 0;
    for (const selection of set?.selections ?? []) {
      let inner: Extent;
      if (selection.kind === Kind.FRAGMENT_SPREAD) inner = ofFragment(selection.name.value);
      else inner = ofSet(selection.selectionSet);
      aliases += inner.aliases;
      if (selection.kind !== Kind.FIELD) depth = Math.max(depth, inner.depth);
      else {
        if (selection.alias !== undefined) aliases += 1;
        // Introspection reads no data, nests deeper than any shop's query, and has graphql-js's own limit on its lists.
        if (!selection.name.value.startsWith('__')) depth = Math.max(depth, inner.depth + 1);
      }
    }
    return { depth, aliases };
  };
  return ofSet;
}
