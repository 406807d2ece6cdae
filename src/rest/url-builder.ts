import { badInput, didYouMean } from '#base';
import { pathIn } from '#extension-ui';
import type { EndpointManifest } from '#extensions';

/** The paths of all routes and pages of the shop. Plain data. */
interface Addresses {
  readonly endpoints: readonly Pick<EndpointManifest, 'extension' | 'routeId' | 'path'>[];
  readonly pages: Readonly<Record<string, { readonly path: string }>>;
  /** Locales of the shop, the default first. */
  readonly locales: readonly string[];
}

/** Builds the path of a named route or page. Throws RequestError BAD_USER_INPUT 400. */
type BuildUrl = (routeId: string, params?: Readonly<Record<string, unknown>>) => string;

/**
 * Creates the URL builders of extensions, and that of clients, which has no extension. A page has its group's name, an
 * endpoint its folder's name. A name means the extension's own endpoint, then a page, then the endpoint of another
 * extension. Where several others have one of that name, callers write `extension.endpoint`. Addresses begin with the
 * locale unless it is the default.
 */
export function createUrlBuilders({
  endpoints,
  pages,
  locales,
}: Addresses): (extension?: string, locale?: string) => BuildUrl {
  const paths = new Map<string, PathTemplate>();
  const shared = new Map<string, readonly string[]>();
  const own = new Map<string, Map<string, PathTemplate>>();
  for (const { extension, routeId, path } of endpoints) {
    const template = templateOf(path);
    paths.set(`${extension}.${routeId}`, template);
    shared.set(routeId, [...(shared.get(routeId) ?? []), `${extension}.${routeId}`]);
    paths.set(routeId, template);
    own.set(extension, (own.get(extension) ?? new Map()).set(routeId, template));
  }
  for (const [group, { path }] of Object.entries(pages)) {
    shared.delete(group);
    paths.set(group, templateOf(path));
  }

  const builderOf =
    (owned?: ReadonlyMap<string, PathTemplate>): BuildUrl =>
    (routeId, params = {}) =>
      fillIn(owned?.get(routeId) ?? find(routeId), routeId, params);
  const builders = new Map([...own].map(([extension, owned]) => [extension, builderOf(owned)]));
  const common = builderOf();
  return (extension, locale) => {
    const build = (extension === undefined ? undefined : builders.get(extension)) ?? common;
    if (locale === undefined || locale === locales[0]) return build;
    return (routeId, params) => pathIn(locales, locale, build(routeId, params));
  };

  function find(routeId: string): PathTemplate {
    const owners = shared.get(routeId) ?? [];
    if (owners.length > 1)
      throw badInput(`The route "${routeId}" is of several extensions: write ${owners.join(' or ')}.`);
    const template = paths.get(routeId);
    if (template === undefined) throw badInput(`There is no route "${routeId}". ${didYouMean(routeId, paths.keys())}`);
    return template;
  }
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
  const where = () => `The parameter "${name}" of the route "${routeId}"`;
  if (value === undefined || value === null) throw badInput(`${where()} is missing.`);
  if (!isScalar(value)) throw badInput(`${where()} must be a string, a number or a boolean.`);
  const text = String(value);
  // Browsers remove "." and "..", even encoded ones, which changes the path.
  if (text === '' || text === '.' || text === '..') throw badInput(`${where()} must not be "${text}".`);
  if (!text.isWellFormed()) throw badInput(`${where()} is not well-formed text.`);
  return encodeURIComponent(text);
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}
