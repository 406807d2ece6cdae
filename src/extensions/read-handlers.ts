import { basename, join } from 'node:path';
import { didYouMean, type Place } from '#base';
import type { Report } from './files/report.ts';
import type { HandlerFile } from './manifest.ts';

/** The handlers of an endpoint in the order they run. `names` are files that {@link isHandlerFile} accepts. */
export function readHandlers(folder: string, names: readonly string[], report: Report): readonly HandlerFile[] {
  const parsed = names.flatMap((name) => parseHandlerName(join(folder, name), report) ?? []);
  if (names.length === 0) {
    const fix = `Add one, e.g. ${basename(folder)}.ts with export default (request, response, next) => ...`;
    report('HANDLER_MISSING', join(folder, 'route.json'), { what: 'has no handler next to it', fix });
  }
  const handlers = withoutDuplicates(parsed, report);
  // An invalid file name is already reported. Its dependents should not be reported as well.
  if (parsed.length === names.length) reportUnknownPrerequisites(handlers, report);
  const { ordered, cycles } = orderHandlers(handlers);
  for (const cycle of cycles) reportCycle(cycle, handlers, report);
  return ordered;
}

const namePattern = /^[a-zA-Z0-9_-]+$/;

/** `[a][b]name.ts` and `[a,b]name.ts` run after a and then b. */
function parseHandlerName(file: string, report: Report): HandlerFile | undefined {
  const stem = basename(file).slice(0, -'.ts'.length);
  const [, brackets = '', name = ''] = /^((?:\[[^[\]]*\])*)(.*)$/.exec(stem) ?? [];
  const prerequisites = brackets === '' ? [] : brackets.slice(1, -1).split(/\]\[|,/);
  const wrong = [...prerequisites, name].find((part) => !namePattern.test(part));
  if (wrong !== undefined) {
    const what = wrong === '' ? 'has an empty name' : `has "${wrong}" where the name of a handler should stand`;
    const fix = 'Write name.ts or [prerequisite]name.ts; names are made of letters, digits, _ and -.';
    report('HANDLER_NAME', file, { what, fix });
    return undefined;
  }
  const twice = prerequisites.find((each, index) => prerequisites.indexOf(each) !== index);
  if (twice !== undefined) {
    report('HANDLER_NAME', file, { what: `names the prerequisite "${twice}" twice`, fix: 'Name it once.' });
    return undefined;
  }
  return { name, file, prerequisites };
}

function withoutDuplicates(handlers: readonly HandlerFile[], report: Report): readonly HandlerFile[] {
  const byName = Map.groupBy(handlers, (handler) => handler.name);
  return [...byName.values()].flatMap((group) => {
    const [first, ...others] = group;
    for (const other of others) {
      const related: Place[] = first === undefined ? [] : [{ file: first.file, line: 1 }];
      const what = `is a second handler named "${other.name}" in this endpoint`;
      report('HANDLER_DUPLICATE', other.file, { what, fix: 'Rename one of the two.', related });
    }
    return first ?? [];
  });
}

function reportUnknownPrerequisites(handlers: readonly HandlerFile[], report: Report): void {
  const names = handlers.map((handler) => handler.name);
  for (const { name, file, prerequisites } of handlers) {
    const others = names.filter((each) => each !== name);
    for (const unknown of prerequisites.filter((each) => !names.includes(each))) {
      const what = `runs after "${unknown}", but this endpoint has no such handler`;
      report('PREREQUISITE_UNKNOWN', file, { what, fix: didYouMean(unknown, others) });
    }
  }
}

function reportCycle(cycle: readonly string[], handlers: readonly HandlerFile[], report: Report): void {
  const [first = '', ...rest] = cycle;
  const files = new Map(handlers.map((handler) => [handler.name, handler.file]));
  const round = [...cycle, first].map((name) => `"${name}"`).join(' before ');
  const what = rest.length === 0 ? `waits for itself: ${round}` : `is in a circle of handlers: ${round}`;
  const related = rest.map((name) => ({ file: files.get(name) ?? '', line: 1 }));
  const fix = 'Take one of the prerequisites out of the brackets.';
  report('PREREQUISITE_CYCLE', files.get(first) ?? '', { what, fix, related });
}

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
      // Every remaining handler waits for another. Remove one cycle, so that handlers behind it do not count as cycles.
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
