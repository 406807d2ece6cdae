import findMyWay from 'find-my-way';
import type { ExtensionId } from '#base';
import type { PageConfig } from '#config';
import type { EndpointManifest } from '#extensions';
import { ComponentErrorLog } from './component-error-log.ts';
import type { PageComponent, PageOperation } from './components/page-component.ts';
import type { RenderRequest } from './components/render-component.ts';
import type { DocumentShell } from './document/page-document.ts';
import { KeptDocuments } from './kept-documents.ts';
import { KeptRenderings } from './kept-renderings.ts';
import type { MenusOf } from './menus.ts';
import type { OwnRoutes } from './queries/own-routes.ts';
import type { SiteFiles } from './site-files.ts';

/** All page groups, checked and prepared. */
export interface PageTable {
  /** The page at a path without query string, with decoded path parameters. */
  find(path: string): FoundPage | undefined;
  /** By group. `notFound` is the page for unknown addresses. */
  readonly groups: ReadonlyMap<string, BuiltPage>;
  readonly rendering: Pick<RenderRequest, 'areas' | 'timeoutMs'>;
  readonly kept: KeptRenderings;
  readonly keptPages: KeptDocuments;
  readonly leftOut: ComponentErrorLog;
  readonly ownRoutes: OwnRoutes;
  /** Different for each gateway. A browser in development reloads pages of another one. */
  readonly generation: string;
  /** Target of the link on the page for unknown addresses; undefined when every public page needs parameters. */
  readonly startPath: string | undefined;
  readonly site: SiteFiles;
  readonly menusOf: MenusOf;
}

/** The table of a gateway without pages. */
export function noPages(): PageTable {
  return {
    find: () => undefined,
    groups: new Map(),
    rendering: { areas: {}, timeoutMs: 0 },
    kept: new KeptRenderings(),
    keptPages: new KeptDocuments(),
    leftOut: new ComponentErrorLog(),
    ownRoutes: new Map(),
    generation: '',
    startPath: undefined,
    menusOf: () => ({}),
    site: { icon: '', pages: [], sitemaps: [], robots: [] },
  };
}

export interface FoundPage {
  readonly page: BuiltPage;
  readonly params: Readonly<Record<string, string>>;
}

export interface BuiltPage extends PageConfig {
  readonly group: string;
  /** Those of `all` and its own, in extension order. */
  readonly components: readonly PageComponent[];
  /** The same, by extension. */
  readonly byExtension: readonly OwnComponents[];
  /** Those that stand in items of lists only. */
  readonly inItems: ReadonlySet<PageComponent>;
  /** Undefined when no component has a query. */
  readonly operation: PageOperation | undefined;
  readonly shell: DocumentShell;
  /** Unique within the page, for `useId`. */
  readonly idPrefixes: ReadonlyMap<PageComponent, string>;
}

export interface OwnComponents {
  readonly id: ExtensionId;
  readonly components: readonly PageComponent[];
}

/**
 * Indexes pages by path. A page group without components of its own is not found, e.g. when their extension is
 * disabled. GET routes take part: an extension's `/products/new` has precedence over the page `/products/:productId`.
 */
export function indexPages(
  pages: readonly BuiltPage[],
  endpoints: readonly EndpointManifest[],
): (path: string) => FoundPage | undefined {
  const router = findMyWay({ caseSensitive: true, maxParamLength: 1 << 20 });
  for (const page of pages) if (page.path !== '' && hasOwn(page)) router.on('GET', page.path, noHandler, page);
  const taken = new Set(pages.filter(hasOwn).map(({ path }) => path));
  for (const { methods, path } of endpoints) {
    if (!methods.includes('GET') || taken.has(path)) continue;
    taken.add(path);
    router.on('GET', path, noHandler);
  }
  const byGroup = new Map(pages.map((page) => [page.group, page]));
  return (path) => {
    const found = router.find('GET', path);
    const group: unknown = found?.store?.group;
    const page = typeof group === 'string' ? byGroup.get(group) : undefined;
    if (found === null || page === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(found.params)) {
      // An empty segment is no value: `/products/` does not match `/products/:productId`.
      if (value === undefined || value === '') return undefined;
      params[name] = value;
    }
    return { page, params };
  };
}

/** The page at `/`, else the first public page without path parameters. */
export function startPathOf(pages: ReadonlyMap<string, PageConfig>, components: readonly PageComponent[]) {
  const groups = new Set(components.map(({ group }) => group));
  const open = [...pages].filter(
    ([group, { path, access }]) => groups.has(group) && access === 'public' && path !== '' && !/[:*]/.test(path),
  );
  const paths = open.map(([, { path }]) => path);
  return paths.find((path) => path === '/') ?? paths[0];
}

function hasOwn({ group, components }: BuiltPage): boolean {
  return components.some((component) => component.group === group);
}

// find-my-way requires a handler. The table uses only the stored value.
function noHandler(): void {
  throw new Error('pages are looked up, never run');
}

/** Path prefix of everything for development. */
export const developmentPath = '/_stoa/dev/';

export const developmentScript = '/_stoa/dev/overlay.js';

export const developmentEvents = '/_stoa/dev/events';
