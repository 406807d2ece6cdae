import { randomBytes } from 'node:crypto';
import type { HeadProps, Page, Shop } from '#extension-api';
import type { PageLayout } from '../components/component-order.ts';
import { itemText } from '../components/item-area.ts';
import type { PageComponent } from '../components/page-component.ts';
import { footerAreas, headerAreas, lowerAreas, shellAreas } from '../components/page-layout.ts';
import type { ComponentResult } from '../components/render-component.ts';
import { colourLink } from './colour-sheet.ts';
import { headTags, mergeHeads, type PlacedHead } from './document-head.ts';
import { escapeHtml, jsonForScript } from './escape-html.ts';

/** The parts of a page's document that are the same for every request. */
export interface DocumentShell {
  readonly layout: PageLayout;
  /** The constant tags of its head. */
  readonly links: string;
  readonly islands: IslandScripts;
  /** Whether only signed-in callers see the page. */
  readonly isPrivate: boolean;
  /** URL of the development overlay's module; undefined in production. */
  readonly developmentScript: string | undefined;
  /** The placeholder of an area in a component's HTML. */
  areaText(id: string): string | undefined;
}

export interface IslandScripts {
  /** URL of the module that starts the page's islands. */
  readonly loader: string | undefined;
  readonly modules: ReadonlyMap<PageComponent, string>;
}

export interface DocumentContent {
  readonly page: Page;
  readonly shop: Shop;
  /** The page's own head values. Those of components of every page come after them. */
  readonly head: HeadProps;
  /** HTML of the main content when no component has any. */
  readonly emptyMain: string;
  readonly results: ReadonlyMap<PageComponent, ComponentResult>;
  readonly items: ReadonlyMap<PageComponent, RenderedItems>;
  propsOf(component: PageComponent): unknown;
  idPrefixOf(component: PageComponent): string;
  /** The values of `usePage` in islands. */
  readonly islandContext: unknown;
  /** The value of `useForm` in an island. */
  formOf(component: PageComponent): unknown;
  /** Wraps the HTML of components and areas, for the development overlay. */
  readonly mark?: ((html: string, subject: PageComponent | string) => string) | undefined;
  /** HTML before the main content. */
  readonly notice?: string | undefined;
}

/** What stands in the items of one component's list: by area, then by the item's path, in the order of the area. */
export type RenderedItems = ReadonlyMap<string, ReadonlyMap<string, readonly PlacedResult[]>>;

export interface PlacedResult {
  readonly component: PageComponent;
  readonly result: ComponentResult;
}

export interface PageDocument {
  readonly html: string;
  /** The nonce of its scripts; undefined without scripts. */
  readonly nonce: string | undefined;
  /** Where the page is now, as a component says. */
  readonly movedTo?: string | undefined;
}

/** Places the rendered components in their areas, and adds the head. */
export function buildDocument(shell: DocumentShell, content: DocumentContent): PageDocument {
  const islands: PageComponent[] = [];
  const { mark = (html: string) => html } = content;
  const placer = createPlacer({
    layout: shell.layout,
    results: content.results,
    items: content.items,
    areaText: shell.areaText,
    wrapArea: mark,
    wrapComponent: (html, component) => {
      // An empty island may show content later, in the browser.
      if (!shell.islands.modules.has(component)) return html === '' ? '' : mark(html, component);
      islands.push(component);
      return mark(`<stoa-island data-index="${islands.length - 1}">${html}</stoa-island>`, component);
    },
  });
  const [inHeader = '', main = '', sidebar = '', inFooter = ''] = shellAreas.map(placer.place);
  const header = inHeader + placer.placeOrphans(headerAreas);
  const footer = inFooter + placer.placeOrphans(footerAreas);
  const orphans = placer.placeOrphans([...lowerAreas, ...shell.layout.keys()]);
  const body = [
    header === '' ? '' : `<header>${header}</header>`,
    // Focusable, for the link that skips to the content.
    `<main id="content" tabindex="-1">${`${content.notice ?? ''}${main}${orphans}` || content.emptyMain}</main>`,
    sidebar === '' ? '' : `<aside>${sidebar}</aside>`,
    footer === '' ? '' : `<footer>${footer}</footer>`,
    islands.length === 0 ? '' : islandData(islands, shell, content),
  ].join('');
  const sources = [islands.length > 0 ? shell.islands.loader : undefined, shell.developmentScript];
  const scripts = scriptTags(
    shell,
    sources.flatMap((source) => source ?? []),
  );
  const { page, shop } = content;
  const merged = mergeHeads(placer.heads, content.head, content.page.routeId);
  const tags = headTags(merged, { page, shop, isPrivate: shell.isPrivate });
  const head = tags + placer.preloads.join('') + shell.links + colourLink(shop) + scripts.html;
  const html = `${documentStart(shop)}${head}</head><body>${body}</body></html>`;
  return { html, nonce: scripts.nonce, movedTo: merged.movedTo };
}

function scriptTags(shell: DocumentShell, sources: readonly string[]): PageDocument {
  if (sources.length === 0 && !shell.isPrivate) return { html: '', nonce: undefined };
  const nonce = randomBytes(16).toString('base64');
  const tags = sources.map((src) => `<script type="module" src="${src}" nonce="${nonce}"></script>`).join('');
  return { html: `${shell.isPrivate ? `<script nonce="${nonce}">${askAgain}</script>` : ''}${tags}`, nonce };
}

// The back/forward cache keeps even `no-store` pages. After a sign-out, the next person could see the account.
const askAgain =
  'addEventListener("pageshow",(e)=>{if(e.persisted){document.documentElement.hidden=true;location.reload()}})';

function documentStart({ locale, direction }: Shop): string {
  const html = `<!DOCTYPE html><html lang="${locale}" dir="${direction}"><head>`;
  return `${html}<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
}

/** Link tags for the shop's icon and the stylesheet of the page group. */
export function linkTags(icon: string, stylesheet: string | undefined): string {
  const styles = stylesheet === undefined ? '' : `<link rel="stylesheet" href="${stylesheet}">`;
  return `<link rel="icon" href="${escapeHtml(icon)}">${styles}`;
}

function textsOf(result: ComponentResult | undefined) {
  return result?.kind === 'rendered' && Object.keys(result.texts ?? {}).length > 0 ? result.texts : undefined;
}

function islandData(islands: readonly PageComponent[], shell: DocumentShell, content: DocumentContent): string {
  const data = {
    context: content.islandContext,
    islands: islands.map((component) => ({
      module: shell.islands.modules.get(component),
      when: component.hydrate,
      idPrefix: content.idPrefixOf(component),
      props: content.propsOf(component),
      form: content.formOf(component),
      texts: textsOf(content.results.get(component)),
    })),
  };
  return `<script type="application/json" id="stoa-islands">${jsonForScript(data)}</script>`;
}

interface PlacingOptions
  extends Pick<DocumentShell, 'layout' | 'areaText'>,
    Pick<DocumentContent, 'results' | 'items'> {
  /** Wraps a component's HTML, which may be empty, with an island's element or a mark for development. */
  wrapComponent(html: string, component: PageComponent): string;
  wrapArea(html: string, id: string): string;
}

/** Places components in areas, and areas in components, recursively. */
function createPlacer(options: PlacingOptions) {
  const { layout, results, items, areaText, wrapArea, wrapComponent } = options;
  const done = new Set<string>();
  /** The `<Head>` values of placed components, in document order. */
  const heads: PlacedHead[] = [];
  /** Preloads. React puts them before a component's HTML, but they belong in the head. */
  const preloads: string[] = [];

  /** The HTML of an area; empty when it is empty or already placed. */
  const place = (id: string): string => {
    if (done.has(id)) return '';
    done.add(id);
    const html = (layout.get(id) ?? []).map(placeComponent).join('');
    return html === '' ? '' : wrapArea(html, id);
  };

  const placeComponent = (component: PageComponent): string => placeResult(component, results.get(component));

  const placeResult = (component: PageComponent, result: ComponentResult | undefined): string => {
    if (result?.kind !== 'rendered') return '';
    for (const props of result.heads) heads.push({ component, props });
    const html = takePreloads(result.html, preloads);
    const placeItem = (id: string, item: string): string => {
      const placed = items.get(component)?.get(id)?.get(item) ?? [];
      return placed.map((one) => placeResult(one.component, one.result)).join('');
    };
    const standIns = [
      ...result.areas.map((id) => ({ text: areaText(id) ?? '', content: () => place(id) })),
      ...(result.itemAreas ?? []).map(({ id, item }) => {
        return { text: itemText(areaText(id) ?? '', item), content: () => placeItem(id, item) };
      }),
    ];
    return wrapComponent(replaceEach(html, standIns), component);
  };

  // A component on the page may omit its area on purpose. Orphans are areas that no component on the page offers.
  const offered = new Set<string>();
  for (const [component, result] of results) {
    if (result.kind === 'rendered') for (const id of component.areas) offered.add(id);
  }

  /** The HTML of those areas that have components but no parent on the page. */
  const placeOrphans = (areas: readonly string[]): string =>
    areas
      .filter((id) => !offered.has(id))
      .map(place)
      .join('');

  return { place, placeOrphans, heads, preloads };
}

/** Replaces each text once, in one pass. A component may have rendered an area that a wrapper discarded. */
function replaceEach(html: string, standIns: readonly { readonly text: string; content(): string }[]): string {
  if (standIns.length === 0) return html;
  // An area that is there twice has the same text twice.
  const ends = new Map<string, number>();
  const found = standIns
    .map(({ text, content }) => {
      const at = html.indexOf(text, ends.get(text));
      ends.set(text, at + text.length);
      return { text, content, at };
    })
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at);
  let end = 0;
  const parts = found.map(({ text, at, content }) => {
    const before = html.slice(end, at);
    end = at + text.length;
    return before + content();
  });
  return parts.join('') + html.slice(end);
}

const preloadStart = '<link rel="preload"';

function takePreloads(html: string, preloads: string[]): string {
  let rest = html;
  while (rest.startsWith(preloadStart)) {
    const end = rest.indexOf('/>') + 2;
    const tag = rest.slice(0, end);
    if (!preloads.includes(tag)) preloads.push(tag);
    rest = rest.slice(end);
  }
  return rest;
}
