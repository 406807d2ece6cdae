/** A handler with its prerequisites. */
export interface Ordered {
  readonly name: string;
  /** A chain: each runs before the next, and the last one before the handler. */
  readonly prerequisites: readonly string[];
}

/**
 * Sorts handlers topologically: every prerequisite before its dependents, and by name where they are unrelated. The
 * order of the input does not matter. `cycles` has the names along each cycle. Unknown prerequisites are ignored.
 */
export function orderHandlers<Handler extends Ordered>(
  handlers: readonly Handler[],
): { readonly ordered: readonly Handler[]; readonly cycles: readonly (readonly string[])[] } {
  const waiting = new Map(handlers.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((each) => [each.name, each]));
  const before = predecessors(handlers);
  const ordered: Handler[] = [];
  const cycles: string[][] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].find((handler) => waitsFor(handler.name, { before, waiting }) === undefined);
    if (ready !== undefined) {
      ordered.push(ready);
      waiting.delete(ready.name);
    } else {
      // Every remaining handler waits for another. Remove one cycle, so that handlers behind it do not count as
      // cycles.
      const cycle = findCycle({ before, waiting });
      cycles.push(cycle);
      for (const name of cycle) waiting.delete(name);
    }
  }
  return { ordered, cycles };
}

interface Graph {
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
  readonly waiting: ReadonlyMap<string, unknown>;
}

function predecessors(handlers: readonly Ordered[]): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, Set<string>>();
  for (const { name, prerequisites } of handlers) {
    const chain = [...prerequisites, name];
    for (const [index, later] of chain.entries()) {
      const earlier = before.get(later) ?? new Set();
      if (index > 0) earlier.add(chain[index - 1] ?? '');
      before.set(later, earlier);
    }
  }
  return before;
}

function waitsFor(name: string, { before, waiting }: Graph): string | undefined {
  return [...(before.get(name) ?? [])].toSorted().find((earlier) => waiting.has(earlier));
}

// When every handler waits for another, walking backwards must reach a handler that was seen before.
function findCycle(graph: Graph): string[] {
  const path: string[] = [];
  let name = graph.waiting.keys().next().value;
  while (name !== undefined && !path.includes(name)) {
    path.push(name);
    name = waitsFor(name, graph);
  }
  const cycle = path.slice(path.indexOf(name ?? '')).toReversed();
  // Starts with the first name in alphabetical order, so that the message does not depend on the start of the walk.
  const start = cycle.indexOf(cycle.toSorted()[0] ?? '');
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
