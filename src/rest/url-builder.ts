import { badInput, didYouMean } from '#base';
import type { EndpointManifest } from '#extensions';

/** The paths of all routes and pages of the shop. Plain data. */
export interface Addresses {
  readonly endpoints: readonly Pick<EndpointManifest, 'extension' | 'routeId' | 'path'>[];
  readonly pages: Readonly<Record<string, { readonly path: string }>>;
}

/**
 * Creates the function that builds the path of a named route or page, and throws RequestError BAD_USER_INPUT 400. A
 * page has its group's name, an endpoint its folder's name. Where two extensions have endpoints of one name, callers
 * write `extension.endpoint`. A page's name takes precedence.
 */
export function buildUrlBuilder({ endpoints, pages }: Addresses) {
  const paths = new Map<string, PathTemplate>();
  const shared = new Map<string, readonly string[]>();
  for (const { extension, routeId, path } of endpoints) {
    paths.set(`${extension}.${routeId}`, templateOf(path));
    shared.set(routeId, [...(shared.get(routeId) ?? []), `${extension}.${routeId}`]);
    paths.set(routeId, templateOf(path));
  }
  for (const [group, { path }] of Object.entries(pages)) {
    shared.delete(group);
    paths.set(group, templateOf(path));
  }

  return (routeId: string, params: Readonly<Record<string, unknown>> = {}): string => {
    const owners = shared.get(routeId) ?? [];
    if (owners.length > 1)
      throw badInput(`The route "${routeId}" is of several extensions: write ${owners.join(' or ')}.`);
    const template = paths.get(routeId);
    if (template === undefined) throw badInput(`There is no route "${routeId}". ${didYouMean(routeId, paths.keys())}`);
    return fillIn(template, routeId, params);
  };
}

/** A path template, parsed once: a list of products builds the same path for each row. */
function templateOf(path: string) {
  const parts = path.split(/:([^/]+)/);
  // The literal text before each parameter, and at the end, slashes included.
  const literals = parts.filter((_part, index) => index % 2 === 0);
  return { names: parts.filter((_part, index) => index % 2 === 1), literals };
}

type PathTemplate = ReturnType<typeof templateOf>;

function fillIn(template: PathTemplate, routeId: string, params: Readonly<Record<string, unknown>>): string {
  const { names, literals } = template;
  const extra = Object.keys(params).find((name) => !names.includes(name));
  if (extra !== undefined) throw badInput(`The route "${routeId}" has no parameter "${extra}".`);
  const filled = names.map((name, index) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return (literals[index] ?? '') + encodeValue(value, { name, routeId });
  });
  return filled.join('') + (literals.at(-1) ?? '');
}

function encodeValue(value: unknown, { name, routeId }: { name: string; routeId: string }): string {
  const where = `The parameter "${name}" of the route "${routeId}"`;
  if (value === undefined || value === null) throw badInput(`${where} is missing.`);
  if (!isScalar(value)) throw badInput(`${where} must be a string, a number or a boolean.`);
  const text = String(value);
  // Browsers remove "." and "..", even encoded ones, which changes the path.
  if (text === '' || text === '.' || text === '..') throw badInput(`${where} must not be "${text}".`);
  if (!text.isWellFormed()) throw badInput(`${where} is not well-formed text.`);
  return encodeURIComponent(text);
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}
