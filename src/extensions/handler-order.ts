/** What the order of handlers depends on. */
export interface Ordered {
  readonly name: string;
  /** A chain: each of them runs before the next, and the last before the handler itself. */
  readonly prerequisites: readonly string[];
}

/**
 * The order in which handlers run: every prerequisite before what waits for it, by name among the unrelated, whatever
 * order they are given in. Handlers that wait for each other are in `cycles`, each cycle as the names along it.
 * Prerequisites that do not exist order nothing.
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
      // Everything left waits. The cycle is taken out so that those behind it can be told from those in another.
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

// Walking backwards from a handler when every handler waits for another must come to one already seen.
function findCycle(graph: Graph): string[] {
  const path: string[] = [];
  let name = graph.waiting.keys().next().value;
  while (name !== undefined && !path.includes(name)) {
    path.push(name);
    name = waitsFor(name, graph);
  }
  const cycle = path.slice(path.indexOf(name ?? '')).toReversed();
  // It starts with its first name, so that the message does not depend on where the walk came in.
  const start = cycle.indexOf(cycle.toSorted()[0] ?? '');
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
