import findMyWay from 'find-my-way';
import type { PageConfig } from '../config/config.ts';
import type { EndpointManifest } from '../extensions/manifest.ts';
import type { PageComponent } from './components/page-component.ts';
import type { PageOperation } from './components/page-operation.ts';
import type { RenderRequest } from './components/render-component.ts';
import type { DocumentShell } from './document/page-document.ts';
import type { LeftOutLog } from './left-out-log.ts';

/** All page groups, checked, and prepared as far as no request is needed for it. */
export interface PageTable {
  /** The page at a path (without query string), with the path's percent-decoded parameters. */
  find(path: string): FoundPage | undefined;
  /** By group; `notFound` is the page for addresses that nothing else answers. */
  readonly groups: ReadonlyMap<string, BuiltPage>;
  /** What a component is rendered with, whatever the page. */
  readonly rendering: Pick<RenderRequest, 'areas' | 'timeoutMs'>;
  /** What is left out of pages is told there. */
  readonly leftOut: LeftOutLog;
  /** Different for each gateway: a browser in development reloads a page that is of another one. */
  readonly generation: string;
  /** Where somebody goes who is lost; undefined when no public page can be asked for without knowing more. */
  readonly startPath: string | undefined;
}

export interface FoundPage {
  readonly page: BuiltPage;
  readonly params: Readonly<Record<string, string>>;
}

export interface BuiltPage extends PageConfig {
  readonly group: string;
  /** Those of `all` and its own, in the order of extensions. */
  readonly components: readonly PageComponent[];
  /** Undefined when no component asks for data. */
  readonly operation: PageOperation | undefined;
  readonly shell: DocumentShell;
  /** Unique within the page, for `useId`. */
  readonly idPrefixes: ReadonlyMap<PageComponent, string>;
}

/**
 * Indexes pages by path. A page group of which no extension has a component is no page: with the extension that had them
 * switched off, its address is as unknown as any. GET routes take part: `/products/new` of an extension is more exact than `/products/:productId`, and
 * must not be answered by the page.
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
      // An empty segment is no value: `/products/` is not the product "".
      if (value === undefined || value === '') return undefined;
      params[name] = value;
    }
    return { page, params };
  };
}

/** The page at `/`, else the first that is public and has an address of its own. */
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

// find-my-way indexes functions; here only what is stored beside them is of interest.
function noHandler(): void {
  throw new Error('pages are looked up, never run');
}
