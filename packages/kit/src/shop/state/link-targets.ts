import type { Config, ExtensionManifest } from 'stoa/tooling';

/** The parts of a shop that have addresses. */
interface Addressed {
  readonly config: Pick<Config, 'pages'> | undefined;
  readonly manifests: readonly ExtensionManifest[];
}

/** What a name in `url()` refers to. */
type LinkTarget =
  | { readonly kind: 'page' | 'route'; readonly name: string; readonly params: readonly string[] }
  | { readonly kind: 'shared'; readonly owners: readonly string[] }
  | { readonly kind: 'none' };

/**
 * What a name means to an extension, as `rest/url-builder.ts` of the core: its own route, then a page, then a route
 * whose name only one other extension has.
 */
export function linkTarget({ config, manifests }: Addressed, name: string, from: string): LinkTarget {
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const own = endpoints.find(({ routeId, extension }) => routeId === name && extension === from);
  const page = Object.hasOwn(config?.pages ?? {}, name) ? config?.pages[name] : undefined;
  if (own === undefined && page !== undefined) return { kind: 'page', name, params: paramsOf(page.path) };
  const named =
    own !== undefined
      ? [own]
      : endpoints.filter(({ routeId, extension }) => routeId === name || `${extension}.${routeId}` === name);
  const [first, ...others] = named;
  if (first === undefined) return { kind: 'none' };
  const owners = named.map(({ extension, routeId }) => `${extension}.${routeId}`);
  if (others.length > 0) return { kind: 'shared', owners };
  return { kind: 'route', name: `${first.extension}.${first.routeId}`, params: paramsOf(first.path) };
}

export function paramsOf(path: string): readonly string[] {
  return path.split('/').flatMap((segment) => (segment.startsWith(':') ? segment.slice(1) : []));
}

/** Why a path cannot be built from these parameters. Undefined when it can, or when the parameters are unknown. */
export function paramsProblem(needed: readonly string[], given: readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const missing = needed.find((name) => !given.includes(name));
  if (missing !== undefined) return `does not give ":${missing}"`;
  const extra = given.find((name) => !needed.includes(name));
  return extra === undefined ? undefined : `gives ":${extra}", which it no longer has`;
}
