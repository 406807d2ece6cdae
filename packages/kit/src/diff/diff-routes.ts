import { type EndpointManifest, type ExtensionManifest, pathShape } from 'stoa/tooling';
import { linkTarget, paramsOf, type ShopState } from '../shop/index.ts';
import type { AffectedConsumers } from './affected-consumers.ts';
import { diffInputSchema } from './diff-json-schema.ts';
import { type ChangeLevel, changePlace, type FoundChange, type ShopChange } from './shop-change.ts';

/** Compares the REST routes, and lists the links and forms that use changed ones. */
export async function diffRoutes(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  const [old, current] = [endpointsOf(before.manifests), endpointsOf(after.manifests)];
  const removed = [...old].flatMap(([name, endpoint]) => (current.has(name) ? [] : [{ name, endpoint }]));
  const changes = await Promise.all([
    ...removed.map(async ({ name, endpoint }): Promise<readonly ShopChange[]> => {
      const what = `The route ${routeText(endpoint)} was removed`;
      const where = changePlace(before, endpoint.source);
      const affects = await affected.ofLink(name);
      const { extension } = endpoint;
      return [{ level: 'breaking', subject: 'route', code: 'ROUTE_REMOVED', name, what, extension, where, affects }];
    }),
    ...[...current].map(async ([name, endpoint]): Promise<readonly ShopChange[]> => {
      const where = changePlace(after, endpoint.source);
      const earlier = old.get(name);
      if (earlier === undefined) {
        const what = `The route ${routeText(endpoint)} was added`;
        const added = { level: 'safe', subject: 'route', code: 'ROUTE_ADDED' } as const;
        return [{ ...added, name, what, extension: endpoint.extension, where, affects: [] }];
      }
      const found = [...(await diffPath(name, [earlier, endpoint], affected)), ...diffRoute(name, earlier, endpoint)];
      const users = found.some(({ level }) => level === 'breaking') ? await affected.ofLink(name) : [];
      return found.map((change) => ({
        ...change,
        extension: endpoint.extension,
        where,
        affects: change.affects ?? (change.level === 'breaking' ? users : []),
      }));
    }),
  ]);
  return [...changes.flat(), ...(await diffNames(before, after, affected))];
}

function endpointsOf(manifests: readonly ExtensionManifest[]): ReadonlyMap<string, EndpointManifest> {
  return new Map(
    manifests.flatMap(({ endpoints }) =>
      endpoints.map((endpoint) => [`${endpoint.extension}.${endpoint.routeId}`, endpoint] as const),
    ),
  );
}

function routeText({ methods, path }: EndpointManifest): string {
  return `${methods.join(', ')} ${path}`;
}

/** A changed path breaks only links with other parameters. Other links follow the route. */
async function diffPath(
  name: string,
  [old, current]: readonly [EndpointManifest, EndpointManifest],
  affected: AffectedConsumers,
): Promise<readonly FoundChange[]> {
  if (old.path === current.path) return [];
  const affects = await affected.ofLink(name, { params: paramsOf(current.path) });
  const moved = pathShape(old.path) !== pathShape(current.path);
  const code = moved ? 'ROUTE_MOVED' : 'ROUTE_PARAMETER_RENAMED';
  const what = `The path of ${name} was ${old.path}, and is ${current.path}`;
  return [{ level: 'breaking', subject: 'route', code, name, what, affects }];
}

function diffRoute(name: string, old: EndpointManifest, current: EndpointManifest): readonly FoundChange[] {
  const found: FoundChange[] = [];
  const say = (level: ChangeLevel, code: string, what: string): unknown =>
    found.push({ level, subject: 'route', code, name, what });
  if (old.access !== current.access) {
    const level = current.access === 'private' ? 'breaking' : 'dangerous';
    say(level, 'ROUTE_ACCESS_CHANGED', `${name} was ${old.access}, and is ${current.access}`);
  }
  for (const { code, words, added, removed, of } of lists) {
    for (const one of minus(of(current), of(old))) say(added, `${code}_ADDED`, `${name} has ${words} ${one}`);
    for (const one of minus(of(old), of(current)))
      say(removed, `${code}_REMOVED`, `${name} no longer has ${words} ${one}`);
  }
  for (const key of ['timeoutMs', 'bodyLimit'] as const) {
    if (old[key] === current[key]) continue;
    const isLower = current[key] !== undefined && (old[key] === undefined || current[key] < old[key]);
    const what = `"${key}" of ${name} was ${old[key] ?? 'the default'}, and is ${current[key] ?? 'the default'}`;
    say(isLower ? 'dangerous' : 'safe', 'ROUTE_LIMIT_CHANGED', what);
  }
  if (old.summary !== current.summary) say('safe', 'ROUTE_SUMMARY_CHANGED', `${name} is described otherwise`);
  if (old.form?.page !== current.form?.page)
    say('dangerous', 'ROUTE_FORM_CHANGED', `The form of ${name} is on ${current.form?.page ?? 'no page'}`);
  return [...found, ...diffInputs(name, old, current)];
}

interface RouteList {
  readonly code: string;
  readonly words: string;
  readonly added: ChangeLevel;
  readonly removed: ChangeLevel;
  of(endpoint: EndpointManifest): readonly string[];
}

const lists: readonly RouteList[] = [
  { code: 'METHOD', words: 'the method', added: 'safe', removed: 'breaking', of: ({ methods }) => methods },
  { code: 'BODY_KIND', words: 'bodies as', added: 'safe', removed: 'breaking', of: ({ consumes }) => consumes },
  {
    code: 'PERMISSION',
    words: 'the permission',
    added: 'breaking',
    removed: 'dangerous',
    of: ({ permissions }) => permissions,
  },
  {
    code: 'HANDLER',
    words: 'the handler',
    added: 'safe',
    removed: 'dangerous',
    of: ({ handlers }) => handlers.map(({ name }) => name),
  },
];

function minus(all: readonly string[], without: readonly string[]): readonly string[] {
  return all.filter((one) => !without.includes(one));
}

function diffInputs(name: string, old: EndpointManifest, current: EndpointManifest): readonly FoundChange[] {
  const schemasOf = ({ schemas, files }: EndpointManifest) => ({ ...schemas, files: filesSchema(files) });
  const [before, after] = [schemasOf(old), schemasOf(current)];
  return (['params', 'query', 'body', 'files'] as const).flatMap((part) => {
    // Changed path parameters are reported as a change of the path.
    if (part === 'params' && old.paramNames.join() !== current.paramNames.join()) return [];
    return diffInputSchema(before[part], after[part], part).map(({ what, ...difference }) => ({
      ...difference,
      subject: 'input' as const,
      name: `${name} ${difference.name}`,
      what: `${name}: ${what}`,
    }));
  });
}

/** Files as an input: their types are choices, and their bytes a length. */
function filesSchema(files: EndpointManifest['files']) {
  const entries = Object.entries(files);
  const properties = entries.map(([name, { types, maxBytes, max }]) => {
    const one = { type: 'string', enum: types, ...(maxBytes !== undefined && { maxLength: maxBytes }) };
    return [name, max === undefined ? one : { type: 'array', items: one, maxItems: max }] as const;
  });
  const required = entries.filter((entry) => entry[1].required).map(([name]) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

/** Reports names in links whose route or page became ambiguous, or another one, through an addition. */
async function diffNames(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  const written = [
    ...before.documents.flatMap(({ extension, uses }) => uses.links.map(({ name }) => ({ extension, name }))),
    ...before.code.calls,
  ];
  const changed = written.flatMap(({ extension, name }) => {
    const [old, current] = [linkTarget(before, name, extension), linkTarget(after, name, extension)];
    if (old.kind === 'none' || old.kind === 'shared' || current.kind === 'none') return [];
    if (current.kind !== 'shared' && current.name === old.name && current.kind === old.kind) return [];
    const now =
      current.kind === 'shared' ? `${current.owners.join(' and ')} alike` : `the ${current.kind} ${current.name}`;
    const what = `Links to "${name}" meant the ${old.kind} ${old.name}, and mean ${now}`;
    return [{ extension, name, what, old: old.name }];
  });
  const changes = Map.groupBy(changed, ({ what }) => what)
    .values()
    .map(async (same): Promise<readonly ShopChange[]> => {
      const [first] = same;
      if (first === undefined) return [];
      const { name, what, old } = first;
      const affects = await affected.ofLinkIn(new Set(same.map(({ extension }) => extension)), old);
      const common = { name, what, extension: null, where: null, affects };
      return [{ level: 'breaking', subject: 'route', code: 'LINK_CHANGED', ...common }];
    });
  return (await Promise.all(changes)).flat();
}
