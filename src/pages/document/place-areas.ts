import type { PageComponent } from '../components/page-component.ts';
import { lowerAreas, type PageLayout } from '../components/page-layout.ts';
import type { ComponentResult } from '../components/render-component.ts';
import type { PlacedHead } from './document-head.ts';

export interface PlacingOptions {
  readonly layout: PageLayout;
  readonly results: ReadonlyMap<PageComponent, ComponentResult>;
  /** The placeholder of an area in a component's HTML. */
  areaText(id: string): string | undefined;
  /** Wraps a component's HTML, which may be empty, with an island's element or a mark for development. */
  wrapComponent(html: string, component: PageComponent): string;
  wrapArea(html: string, id: string): string;
}

/** Places components in areas, and areas in components, recursively. */
export interface Placer {
  /** The HTML of an area; empty when it is empty or already placed. */
  place(id: string): string;
  /** The HTML of areas that have components but no place on the page. */
  placeOrphans(): string;
  /** The `<Head>` values of placed components, in document order. */
  readonly heads: readonly PlacedHead[];
  /** Preloads. React puts them before a component's HTML, but they belong in the head. */
  readonly preloads: readonly string[];
}

export function createPlacer(options: PlacingOptions): Placer {
  const { layout, results, areaText, wrapArea, wrapComponent } = options;
  const done = new Set<string>();
  const heads: PlacedHead[] = [];
  const preloads: string[] = [];

  const place = (id: string): string => {
    if (done.has(id)) return '';
    done.add(id);
    const html = (layout.get(id) ?? []).map(placeComponent).join('');
    return html === '' ? '' : wrapArea(html, id);
  };

  const placeComponent = (component: PageComponent): string => {
    const result = results.get(component);
    if (result?.kind !== 'rendered') return '';
    for (const props of result.heads) heads.push({ component, props });
    let html = takePreloads(result.html, preloads);
    for (const id of result.areas) {
      const standIn = areaText(id) ?? '';
      const at = html.indexOf(standIn);
      // The component rendered the area, but a wrapper discarded it.
      if (at === -1) continue;
      html = html.slice(0, at) + place(id) + html.slice(at + standIn.length);
    }
    return wrapComponent(html, component);
  };

  const placeOrphans = (): string => {
    // A component on the page may omit its area on purpose. Orphans are areas that no component on the page offers.
    const offered = new Set<string>();
    for (const [component, result] of results) {
      if (result.kind === 'rendered') for (const id of component.areas) offered.add(id);
    }
    const orphans = [...lowerAreas, ...layout.keys()].filter((id) => !offered.has(id));
    return orphans.map(place).join('');
  };

  return { place, placeOrphans, heads, preloads };
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
