import findMyWay from 'find-my-way';
import { badInput, errorFinding, errorMessage, type Finding, isDecodable, type Place, RequestError } from '#base';
import { type PageConfig, pathShape } from '#config';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import { createInputCompiler, type ValidateInput } from './validate-input.ts';

type HttpMethod = EndpointManifest['methods'][number];

/** The routes of all extensions, indexed when the gateway is built. */
export interface RouteTable {
  /**
   * Finds the endpoint for a method and a path without query string. Decodes the path's parameters. HEAD falls back
   * to GET. Throws RequestError NOT_FOUND 404, METHOD_NOT_ALLOWED 405 with `Allow`, or BAD_USER_INPUT 400 for
   * malformed percent-encoding.
   */
  find(method: string, path: string): FoundRoute;
  methodsAt(path: string): readonly HttpMethod[];
  readonly endpoints: readonly EndpointManifest[];
  /** Compiled validators by the text of their endpoint. The next table reuses them: compiling is most of its cost. */
  readonly validators: ReadonlyMap<string, ValidateInput>;
}

export interface FoundRoute {
  readonly endpoint: EndpointManifest;
  readonly params: Readonly<Record<string, string>>;
  /** Validates a request's input against the endpoint's compiled schemas. */
  readonly validate: ValidateInput;
}

/** Builds one radix tree of all routes. Two routes of the same method and shape are a finding. */
export function buildRouteTable(
  manifests: readonly ExtensionManifest[],
  pages: RoutedPages,
  { file = 'gateway.yaml', before }: { readonly file?: string; readonly before?: RouteTable | undefined } = {},
): { readonly table: RouteTable; readonly findings: readonly Finding[] } {
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const findings: Finding[] = [];
  const taken = pageOwners(pages, { file });
  const router = createRouter();
  const validators = new Map<string, ValidateInput>();
  let compiler: ReturnType<typeof createInputCompiler> | undefined;
  const compileInput = (endpoint: EndpointManifest): ValidateInput => {
    const key = JSON.stringify(endpoint);
    let validate = before?.validators.get(key);
    if (validate === undefined) {
      compiler ??= createInputCompiler();
      validate = compiler(endpoint);
    }
    validators.set(key, validate);
    return validate;
  };

  for (const endpoint of endpoints) {
    const collisions = claim(endpoint, taken);
    findings.push(...collisions);
    const validate = compileOrReport(endpoint, { compileInput, findings });
    if (collisions.length > 0 || validate === undefined) continue;
    router.on([...endpoint.methods], endpoint.path, noHandler, { endpoint, validate });
  }
  return { table: tableOf(router, { endpoints, validators }), findings };
}

/** A function of its own: closures keep all that their function knows, here the table before, and those before it. */
function tableOf(router: Router, { endpoints, validators }: Pick<RouteTable, 'endpoints' | 'validators'>): RouteTable {
  return {
    endpoints,
    validators,
    find: (method, path) => find(router, method, path),
    methodsAt: (path) => methods.filter((method) => lookUp(router, method, path) !== undefined),
  };
}

/** Finds route collisions without keeping the table. */
export function routeCollisions(
  manifests: readonly ExtensionManifest[],
  pages: RoutedPages,
  pagesAt: Place,
): readonly Finding[] {
  const taken = pageOwners(pages, pagesAt);
  return manifests.flatMap(({ endpoints }) => endpoints.flatMap((endpoint) => claim(endpoint, taken)));
}

type RoutedPages = Readonly<Record<string, Pick<PageConfig, 'path' | 'places'>>>;

function pageOwners(pages: RoutedPages, at: Place): Map<string, Owner> {
  const owners = Object.entries(pages).map(([name, { path, places }]): [string, Owner] => [
    `GET ${pathShape(path)}`,
    { name: `the page ${name}`, at: places?.get('path') ?? at },
  ]);
  return new Map(owners);
}

type Router = ReturnType<typeof createRouter>;

interface Owner {
  readonly name: string;
  readonly at: Place;
}

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function createRouter() {
  // Node limits the length of the request head, so parameters need no limit of their own.
  return findMyWay({ caseSensitive: true, maxParamLength: 1 << 20 });
}

// find-my-way requires a handler. The gateway reads only the store next to it.
function noHandler(): void {
  throw new Error('routes are looked up, never run');
}

function claim(endpoint: EndpointManifest, taken: Map<string, Owner>): readonly Finding[] {
  const name = `${endpoint.extension}.${endpoint.routeId}`;
  const findings: Finding[] = [];
  for (const method of endpoint.methods) {
    const key = `${method} ${pathShape(endpoint.path)}`;
    const owner = taken.get(key);
    if (owner === undefined) taken.set(key, { name: `the route ${name}`, at: endpoint.source });
    else findings.push(collision(endpoint, method, owner));
  }
  return findings;
}

function collision({ extension, routeId, path, source }: EndpointManifest, method: string, owner: Owner): Finding {
  return errorFinding('ROUTE_COLLISION', {
    where: source,
    what: `the route ${extension}.${routeId} answers ${method} ${path}, as ${owner.name} does`,
    fix: 'Change the path or the methods of one of them.',
    related: [owner.at],
  });
}

const compileFix = 'Correct what the message names in "params", "query", "body" or "bodySchema".';

function compileOrReport(
  endpoint: EndpointManifest,
  { compileInput, findings }: { compileInput: (endpoint: EndpointManifest) => ValidateInput; findings: Finding[] },
): ValidateInput | undefined {
  try {
    return compileInput(endpoint);
  } catch (error) {
    const reason = errorMessage(error);
    const what = `a schema of the route ${endpoint.extension}.${endpoint.routeId} does not compile: ${reason}`;
    findings.push(errorFinding('ROUTE_JSON_INVALID', { where: endpoint.source, what, fix: compileFix }));
    return undefined;
  }
}

function find(router: Router, method: string, path: string): FoundRoute {
  if (path.includes('%') && !isDecodable(path)) throw badInput('The path has malformed percent-encoding.');
  const wanted = methods.find((candidate) => candidate === (method === 'HEAD' ? 'GET' : method));
  const found = wanted && lookUp(router, wanted, path);
  if (found !== undefined) return found;

  const allowed: string[] = methods.filter((candidate) => lookUp(router, candidate, path) !== undefined);
  if (allowed.length === 0) throw new RequestError('NOT_FOUND', 404, `There is no route ${method} ${path}.`);
  if (allowed.includes('GET')) allowed.push('HEAD');
  const allow = allowed.toSorted().join(', ');
  throw new RequestError('METHOD_NOT_ALLOWED', 405, `${method} is not allowed here, but ${allow}.`, { allow });
}

function lookUp(router: Router, method: HttpMethod, path: string): FoundRoute | undefined {
  const found = router.find(method, path);
  if (found === null) return undefined;
  const { store, params } = found;
  // An empty segment is no value: `/products/` does not match `/products/:id`.
  const values: Record<string, string> = {};
  for (const name in params) {
    const value = params[name];
    if (value === undefined || value === '') return undefined;
    values[name] = value;
  }
  return { endpoint: store.endpoint, validate: store.validate, params: values };
}
