import { type ExecutionResult, parse, validate } from 'graphql';
import { type CheckedWire, type Gateway, isObject, type WireFinding, type WirePair, withWirePair } from 'stoa/tooling';
import { GraphWalk } from './walk-graph.ts';

/**
 * Asks for every field twice: with all extensions in this process, and as if each ran elsewhere. Uses a temporary
 * database with the extensions' demonstration data. Runs no mutation.
 */
export async function checkWire(file: string, environment: NodeJS.ProcessEnv): Promise<CheckedWire> {
  return await withWirePair(file, environment, async (pair) => {
    const walked = await walk(pair);
    return {
      ...walked,
      findings: [...pair.findings, ...walked.findings.filter((one) => !isKnown(one, pair.findings))],
    };
  });
}

/** A difference that another finding explains. */
function isKnown({ place }: WireFinding, findings: readonly WireFinding[]): boolean {
  return findings.some((one) => one.place === place);
}

async function walk({ inProcess, elsewhere, assembly, ...pair }: WirePair) {
  const graph = new GraphWalk(inProcess.schema);
  const permissions = [...assembly.composition.guards.values()].flatMap(({ scopes }) => scopes.flat(2));
  const findings: WireFinding[] = [];
  const empty: string[] = [];
  let asked = 0;
  for (const root of graph.roots) {
    const text = queryFor(graph, inProcess, root);
    if (text === undefined || root === 'url') continue;
    const ask = (gateway: Gateway): Promise<ExecutionResult> => askAs(gateway, text, permissions);
    const [first, again, far] = [await ask(inProcess), await ask(inProcess), await ask(elsewhere)];
    asked++;
    graph.learn(first.data);
    if (first.data?.[root] === null || first.data?.[root] === undefined) empty.push(root);
    const document = parse(text);
    const placesOf = (a: unknown, b: unknown): ReadonlyMap<string, Difference> =>
      new Map(differences(a, b).map((one) => [pair.fieldAt(document, one.path) ?? root, one]));
    // What differs by itself, such as a random number, says nothing.
    const unsteady = placesOf(first.data, again.data);
    for (const [place, difference] of placesOf(first.data, far.data)) {
      if (unsteady.has(place) || findings.some((one) => one.place === place)) continue;
      const what = `in process ${show(difference.near)}, over a wire ${show(difference.far)}`;
      findings.push(...[pair.difference(place, what)].filter((one) => one !== undefined));
    }
  }
  return { findings, asked, empty };
}

/** The deepest query that is not too large. */
function queryFor(graph: GraphWalk, { schema, plans }: Gateway, root: string): string | undefined {
  for (const depth of [5, 4, 3, 2]) {
    const text = graph.query(root, depth)?.text;
    if (text === undefined) return undefined;
    const document = parse(text);
    if (validate(schema, document).length === 0 && plans?.find({ document }).kind === 'plan') return text;
  }
  return undefined;
}

async function askAs(gateway: Gateway, text: string, permissions: readonly string[]): Promise<ExecutionResult> {
  const signal = new AbortController().signal;
  return gateway.execute({
    document: parse(text),
    text,
    scope: {
      request: { id: 'check', method: 'POST', url: '/graphql', address: '', headers: {} },
      caller: { kind: 'user', id: 'check', permissions },
      ...{ signal, aborted: false, depth: 0 },
      logger: gateway.logger,
    },
  });
}

interface Difference {
  readonly path: readonly (string | number)[];
  readonly near: unknown;
  readonly far: unknown;
}

function differences(near: unknown, far: unknown, path: Difference['path'] = []): readonly Difference[] {
  if (Array.isArray(near) && Array.isArray(far) && near.length === far.length)
    return near.flatMap((item, at) => differences(item, far[at], [...path, at]));
  if (isObject(near) && isObject(far) && !Array.isArray(near))
    return Object.keys(near).flatMap((key) => differences(near[key], far[key], [...path, key]));
  return JSON.stringify(near) === JSON.stringify(far) ? [] : [{ path, near, far }];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
