import { createElement, Fragment, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type Page, RenderContext, type RenderTarget, type SubmittedForm } from '../extension-ui.ts';
import type { PlacedHead } from './document-head.ts';
import type { PageComponent } from './page-component.ts';
import { lowerAreas, type PageLayout, shellAreas } from './page-layout.ts';
import { isUnfinished } from './render-component.ts';

/** All components of one page of one request. */
export interface TogetherRequest {
  /** Undefined for a component that is left out. */
  propsOf(component: PageComponent): Readonly<Record<string, unknown>> | undefined;
  readonly page: Page;
  readonly form: SubmittedForm | undefined;
}

/** What stands between `<body>` and `</body>`, and what its components say for the head. */
export interface RenderedBody {
  readonly html: string;
  readonly heads: readonly PlacedHead[];
  readonly preloads: string;
}

export interface TogetherRenderer {
  /** Undefined when the components have to be rendered each by itself. */
  render(request: TogetherRequest): RenderedBody | undefined;
  /** Tells that all components have just been rendered without waiting and without an error. */
  succeededApart(): void;
}

interface Shell {
  readonly layout: PageLayout;
  /** HTML of the main content when no component has any. */
  readonly emptyMain: string;
}

/**
 * Renders a page as one tree, which costs a third less than a tree for each component. That works only as long as nothing
 * goes wrong: an error in one of them would take all of them along, and none may wait. Then it gives up, and does not try
 * again before the components have proved, each by itself, that they are well.
 */
export function createTogetherRenderer(shell: Shell, components: readonly PageComponent[]): TogetherRenderer {
  // An island is a tree of its own in the browser, and so it must be one here.
  const isPossible = components.every(({ hydrate }) => hydrate === undefined);
  const parts: PageParts = { shell, orphansFor: createOrphanFinder(shell.layout, components) };
  let isPromising = true;
  return {
    render(request) {
      if (!isPossible || !isPromising) return undefined;
      const body = renderBody(request, parts);
      isPromising = body !== undefined;
      return body;
    },
    succeededApart() {
      isPromising = true;
    },
  };
}

interface PageParts {
  readonly shell: Shell;
  readonly orphansFor: OrphanFinder;
}

/** Areas with components, for which no component that is on the page has a place. */
type OrphanFinder = (request: TogetherRequest) => readonly string[];

function createOrphanFinder(layout: PageLayout, components: readonly PageComponent[]): OrphanFinder {
  const known: readonly string[] = shellAreas;
  const placed = [...new Set([...lowerAreas, ...layout.keys()])].filter((id) => layout.has(id) && !known.includes(id));
  const offering = components.filter(({ areas }) => areas.length > 0);
  const orphansBeside = (present: readonly PageComponent[]): readonly string[] =>
    placed.filter((id) => !present.some(({ areas }) => areas.includes(id)));
  const usual = orphansBeside(offering);
  return ({ propsOf }) => {
    const present = offering.filter((one) => propsOf(one) !== undefined);
    return present.length === offering.length ? usual : orphansBeside(present);
  };
}

function renderBody(request: TogetherRequest, { shell, orphansFor }: PageParts): RenderedBody | undefined {
  const heads: PlacedHead[] = [];
  const tree = createTree(request, shell.layout, { orphans: orphansFor(request), heads });
  let html: string;
  try {
    html = renderToString(tree);
  } catch {
    // The error comes again where it can be told whose it is.
    return undefined;
  }
  if (isUnfinished(html)) return undefined;
  // React puts preloads before everything else.
  const start = html.indexOf(shell.layout.has('header') ? '<header>' : '<main ');
  return { html: withoutEmpty(html.slice(start), shell), heads, preloads: html.slice(0, start) };
}

interface TreeParts {
  readonly orphans: readonly string[];
  readonly heads: PlacedHead[];
}

function createTree(request: TogetherRequest, layout: PageLayout, { orphans, heads }: TreeParts): ReactNode {
  const { page, form, propsOf } = request;
  const done = new Set<string>();

  const area = (id: string): ReactNode => {
    const own = layout.get(id);
    if (own === undefined || done.has(id)) return null;
    done.add(id);
    return own.map(elementOf);
  };

  const elementOf = (component: PageComponent): ReactNode => {
    const props = propsOf(component);
    if (props === undefined) return null;
    const value: RenderTarget = { page, form, area, head: (said) => void heads.push({ component, props: said }) };
    const content = createElement(component.component, props);
    return createElement(RenderContext.Provider, { key: component.file, value }, content);
  };

  // Components, so that each area is asked for when everything before it has been rendered.
  const Slot = ({ id }: { readonly id: string }): ReactNode => area(id);
  const slotOf = (id: string): ReactNode => createElement(Slot, { id });

  const [header, content, sidebar, footer] = shellAreas;
  const part = (element: string, id: string): ReactNode =>
    layout.has(id) ? createElement(element, null, slotOf(id)) : null;
  return createElement(
    Fragment,
    null,
    part('header', header),
    createElement('main', mainProps, slotOf(content), ...orphans.map(slotOf)),
    part('aside', sidebar),
    part('footer', footer),
  );
}

// Focusable, for the link that skips to the content.
const mainProps = { id: 'content', tabIndex: -1 };

/** Components may well render nothing, which only shows afterwards. */
function withoutEmpty(html: string, { emptyMain }: Shell): string {
  let rest = html;
  if (rest.startsWith('<header></header>')) rest = rest.slice('<header></header>'.length);
  if (rest.endsWith('<footer></footer>')) rest = rest.slice(0, -'<footer></footer>'.length);
  // There is one main element in a document, and what stands behind it is short. Nothing is searched after pieces have been
  // joined: the whole text would be copied for that.
  const end = rest.lastIndexOf('</main>');
  const behind = end + '</main>'.length;
  const isEmpty = rest.startsWith(mainStart, end - mainStart.length);
  const hasEmptySidebar = rest.startsWith(emptySidebar, behind);
  if (!isEmpty && !hasEmptySidebar) return rest;
  const main = rest.slice(0, end) + (isEmpty ? emptyMain : '') + rest.slice(end, behind);
  return main + rest.slice(hasEmptySidebar ? behind + emptySidebar.length : behind);
}

/** What `mainProps` look like. */
const mainStart = '<main id="content" tabindex="-1">';
const emptySidebar = '<aside></aside>';
