import { type ExecutionResult, parse, validate } from 'graphql';
import { type Assembly, type Gateway, isObject, type Kit, startInProcess, withGateways } from 'stoa/tooling';
import { startAcrossWire } from './across-wire.ts';
import { fieldAt } from './answer-place.ts';
import { GraphWalk } from './walk-graph.ts';
import { type WireFinding, wireFinding } from './wire-findings.ts';

/**
 * Asks for every field twice: with all extensions in this process, and as if each ran elsewhere. Uses a temporary
 * database with the extensions' demonstration data. Runs no mutation.
 */
export async function checkWire(file: string, environment: NodeJS.ProcessEnv): ReturnType<Kit['checkWire']> {
  const findings: WireFinding[] = [];
  const starts = [startInProcess, startAcrossWire((finding) => findings.push(finding))];
  return await withGateways({ file, environment, starts }, async ({ assembly, gateways: [inProcess, elsewhere] }) => {
    if (inProcess === undefined || elsewhere === undefined) throw new Error('a gateway was not opened');
    const walked = await walk({ assembly, inProcess, elsewhere });
    // A difference may be one that another finding explains.
    const others = walked.findings.filter(({ place }) => findings.every((one) => one.place !== place));
    return { ...walked, findings: [...findings, ...others] };
  });
}

interface WirePair {
  readonly assembly: Assembly;
  readonly inProcess: Gateway;
  readonly elsewhere: Gateway;
}

async function walk({ inProcess, elsewhere, assembly }: WirePair) {
  const { schema } = innerOf(inProcess);
  const graph = new GraphWalk(schema);
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
      new Map(differences(a, b).map((one) => [fieldAt(schema, document, one.path) ?? root, one]));
    // What differs by itself, such as a random number, says nothing.
    const unsteady = placesOf(first.data, again.data);
    for (const [place, difference] of placesOf(first.data, far.data)) {
      const manifest = unsteady.has(place) ? undefined : ownerOf(assembly, place);
      if (manifest === undefined || findings.some((one) => one.place === place)) continue;
      const losses = [{ path: [], what: `in process ${show(difference.near)}, over a wire ${show(difference.far)}` }];
      findings.push(wireFinding(manifest, { code: 'WIRE_DIFFERS', place, losses }));
    }
  }
  return { findings, asked, empty };
}

/** The deepest query that is not too large. */
function queryFor(graph: GraphWalk, gateway: Gateway, root: string): string | undefined {
  const { schema, plans } = innerOf(gateway);
  for (const depth of [5, 4, 3, 2]) {
    const text = graph.query(root, depth);
    if (text === undefined) return undefined;
    const document = parse(text);
    if (validate(schema, document).length === 0 && plans?.find({ document }).kind === 'plan') return text;
  }
  return undefined;
}

async function askAs(gateway: Gateway, text: string, permissions: readonly string[]): Promise<ExecutionResult> {
  const signal = new AbortController().signal;
  return innerOf(gateway).execute({
    document: parse(text),
    text,
    scope: {
      request: { id: 'check', method: 'POST', url: '/graphql', address: '', headers: {} },
      caller: { kind: 'user', id: 'check', permissions },
      visitor: null,
      signal,
      aborted: false,
      depth: 0,
      logger: gateway.logger,
    },
  });
}

/** Internal fields cross the wire, too. */
function innerOf(gateway: Gateway): NonNullable<Gateway['inner']> {
  return gateway.inner ?? gateway;
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

function ownerOf({ composition, manifests }: Assembly, place: string) {
  const [type = '', field = ''] = place.split('.');
  const owner = composition.types.get(type)?.fields.get(field)?.sources[0];
  return manifests.find(({ id }) => id === owner);
}
