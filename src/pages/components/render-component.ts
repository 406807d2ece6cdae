import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import type { HeadProps } from '#extension-api';
import {
  type FoundText,
  findText,
  type MenuEntries,
  type Page,
  RenderContext,
  type RenderTarget,
  type Shop,
  type SubmittedForm,
  type Texts,
} from '#extension-ui';
import { type ItemArea, itemText, pathsIn } from './item-area.ts';
import type { RenderedComponent } from './page-component.ts';

/** Components of one extension to render for one request. Plain data. */
export interface RenderRequest {
  readonly components: readonly ComponentRequest[];
  readonly page: Page;
  readonly shop: Shop;
  readonly form: SubmittedForm | undefined;
  /** The menus of the page by name, without the entries that the caller may not see. */
  readonly menus?: MenuEntries | undefined;
  /** See `useFormKey`. */
  readonly formKey: string;
  /** Placeholder texts by area. Other areas render nothing. */
  readonly areas: Readonly<Record<string, string>>;
  /** Time-out in milliseconds of a component that suspends. */
  readonly timeoutMs: number;
  /**
   * A guest's page without a form. `assumed`: results name what they depend on, so that they can be kept. `checked`:
   * results say whether the component is pure. An extension served by an earlier version does neither.
   */
  readonly purity?: 'assumed' | 'checked' | undefined;
}

export interface ComponentRequest {
  /** See `componentId`. */
  readonly id: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** Makes the ids of `useId` unique on the page. */
  readonly idPrefix: string;
}

export type ComponentResult = Rendered | { readonly kind: 'failed'; readonly error: unknown };

export interface Rendered {
  readonly kind: 'rendered';
  readonly html: string;
  readonly heads: readonly HeadProps[];
  /** Areas whose placeholder is in the HTML, in the order of their first occurrence. */
  readonly areas: readonly string[];
  /** Areas of items whose placeholder is in the HTML. An extension served by an earlier version has none. */
  readonly itemAreas?: readonly ItemArea[] | undefined;
  /** Fields of the page that the HTML depends on. Undefined when the result may not be kept. */
  readonly reads?: readonly string[] | undefined;
  /** The HTML has the form key of the request as it is, and does not depend on it otherwise. */
  readonly hasKey?: boolean | undefined;
  /** The texts that it names, for the browser. Only a component that hydrates has them. */
  readonly texts?: Readonly<Record<string, FoundText>> | undefined;
  /** The component rendered otherwise at another time. */
  readonly isImpure?: boolean | undefined;
  readonly ms: number;
}

type Results = readonly ComponentResult[];

/** One result for each component, in order. Never throws or rejects. */
export type RenderComponents = (request: RenderRequest) => Results | Promise<Results>;

/** The exports of a component's module that rendering uses. */
export interface RenderedModule {
  readonly component: RenderedComponent;
  readonly isIsland: boolean;
  /** Keys of the texts that the browser needs. */
  readonly texts?: readonly string[] | undefined;
  /** False with `export const cached = false`. */
  readonly isCached: boolean;
}

/**
 * Renders each component separately, so an error affects only its own component. Renders to a string, which costs a
 * third of a stream. A component that has once suspended is always streamed.
 */
export function createRenderer(modules: ReadonlyMap<string, RenderedModule>, texts: Texts = {}): RenderComponents {
  const waiting = new Set<string>();

  return (request) => {
    const results = request.components.map((one) => renderOne(request, one));
    return results.every(isReady) ? results : Promise.all(results);
  };

  function renderOne(request: RenderRequest, { id, props, idPrefix }: ComponentRequest) {
    try {
      const module = modules.get(id);
      if (module === undefined) throw new Error(`the extension has no component ${id}`);
      const own = module.isIsland ? asInBrowser(props) : props;
      const work = { request, module, texts, id, idPrefix, props: own };
      return (waiting.has(id) ? undefined : renderAtOnce(work)) ?? streamAndRemember(work);
    } catch (error) {
      return { kind: 'failed', error } as const;
    }
  }

  async function streamAndRemember(work: ComponentWork): Promise<ComponentResult> {
    const result = await renderStreamed(work);
    if (result.kind === 'rendered') waiting.add(work.id);
    return result;
  }
}

function isReady(result: ComponentResult | Promise<ComponentResult>): result is ComponentResult {
  return !(result instanceof Promise);
}

interface ComponentWork extends ComponentRequest {
  readonly request: RenderRequest;
  readonly module: RenderedModule;
  readonly texts: Texts;
}

/**
 * Converts an island's props through JSON, as the browser gets them: a scalar's resolver may return a `Date`, and
 * both must render the same. Throws for values that JSON cannot represent.
 */
function asInBrowser(props: ComponentRequest['props']): ComponentRequest['props'] {
  const copy: ComponentRequest['props'] = JSON.parse(JSON.stringify(props));
  return copy;
}

/** Whether a Suspense boundary has no content yet, or threw. */
function isUnfinished(html: string): boolean {
  // The rare text first: the second one begins like every tag, so a search for it stops often.
  return html.includes('$!--') && html.includes('<!--$!-->');
}

/** Undefined when the component suspends or throws. Only a stream tells which. */
function renderAtOnce(work: ComponentWork): ComponentResult | undefined {
  const started = performance.now();
  const collected = collect(work);
  try {
    const html = renderToString(elementOf(work, collected.target), { identifierPrefix: work.idPrefix });
    if (isUnfinished(html)) return undefined;
    const result = renderedResult(html, collected, started);
    const { purity, formKey } = work.request;
    if (purity === undefined || !work.module.isCached) return result;
    if (purity === 'checked')
      return {
        ...result,
        isImpure: isOther(
          result,
          atOtherTime(() => renderAgain(work)),
        ),
      };
    const reads = [...collected.reads];
    if (!collected.hasReadKey()) return { ...result, reads };
    // The HTML of another page differs in the key alone, so the gateway can put that page's key there.
    const other = renderAgain(work, randomUUID());
    const isCopied = !isOther(result, { ...other, html: other.html.replaceAll(other.formKey, formKey) });
    return isCopied ? { ...result, reads, hasKey: true } : result;
  } catch {
    return undefined;
  }
}

function renderAgain(work: ComponentWork, formKey = work.request.formKey) {
  const { target, heads } = collect({ ...work, request: { ...work.request, formKey } });
  return { html: renderToString(elementOf(work, target), { identifierPrefix: work.idPrefix }), heads, formKey };
}

function isOther(one: Pick<Rendered, 'html' | 'heads'>, other: Pick<Rendered, 'html' | 'heads'>): boolean {
  return one.html !== other.html || JSON.stringify(one.heads) !== JSON.stringify(other.heads);
}

async function renderStreamed(work: ComponentWork): Promise<ComponentResult> {
  const { timeoutMs } = work.request;
  const started = performance.now();
  const collected = collect(work);
  const errors: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    const html = await new Promise<string>((resolve, reject) => {
      const stream = renderToPipeableStream(elementOf(work, collected.target), {
        identifierPrefix: work.idPrefix,
        // Otherwise React sends parts of a large component later, by script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error: unknown) => void errors.push(error),
        onShellError: reject,
        onAllReady: () => resolve(text(stream.pipe(new PassThrough()))),
      });
      const late = () => stream.abort(new Error(`it was not ready after ${timeoutMs} ms`));
      timer = setTimeout(late, timeoutMs);
    });
    if (errors.length > 0) return { kind: 'failed', error: errors[0] };
    return renderedResult(html, collected, started);
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    clearTimeout(timer);
  }
}

function renderedResult(html: string, { heads, areas, itemAreas, texts }: Collected, started: number): Rendered {
  return { kind: 'rendered', html, heads, areas, itemAreas, texts, ms: performance.now() - started };
}

function elementOf({ module, props }: ComponentWork, target: RenderTarget): ReactNode {
  return createElement(RenderContext.Provider, { value: target }, createElement(module.component, props));
}

type Collected = ReturnType<typeof collect>;

function collect({ module, texts, request, props }: ComponentWork) {
  const { page, shop, form, formKey } = request;
  const heads: HeadProps[] = [];
  const areas: string[] = [];
  const itemAreas: ItemArea[] = [];
  const reads = new Set<string>();
  let hasReadKey = false;
  let paths: ReadonlyMap<object, string> | undefined;
  const sent = module.isIsland ? textsFor(module.texts ?? [], texts, shop) : undefined;
  const target: RenderTarget = {
    page: request.purity === 'assumed' ? watched(page, reads) : page,
    shop,
    form,
    get formKey() {
      hasReadKey = true;
      return formKey;
    },
    // An island has the same texts here as in the browser.
    text: (key) => (sent === undefined ? findText(texts, key, shop) : sent[key]),
    head: (props) => void heads.push(props),
    menu(name) {
      if (module.isIsland) throw new Error('useMenu() in a component that hydrates');
      return request.menus?.[name] ?? [];
    },
    area: (id, item): string => {
      if (module.isIsland) throw new Error(`<Area id="${id}"> in a component that hydrates`);
      const standIn = Object.hasOwn(request.areas, id) ? request.areas[id] : undefined;
      if (standIn === undefined) return '';
      if (item === undefined) {
        areas.push(id);
        return standIn;
      }
      paths ??= pathsIn(props);
      const path = paths.get(item);
      if (path === undefined)
        throw new Error(`<Area id="${id}" item> has an object that is not from the component's query`);
      itemAreas.push({ id, item: path });
      return itemText(standIn, path);
    },
  };
  return { target, heads, areas, itemAreas, texts: sent, reads, hasReadKey: () => hasReadKey };
}

function textsFor(keys: readonly string[], texts: Texts, shop: Shop): Readonly<Record<string, FoundText>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = findText(texts, key, shop);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
}

/** A copy of the page that notes which fields are read. */
function watched(page: Page, reads: Set<string>): Page {
  const copy = { ...page };
  for (const [name, value] of Object.entries(page)) {
    const get = (): unknown => {
      reads.add(name);
      return value;
    };
    Object.defineProperty(copy, name, { enumerable: true, get });
  }
  return copy;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Minute, hour, day, month and year are other ones. */
const laterMs = 411 * dayMs + 3_661_000;

/** Calls a function at another date, by the mock of timers in Node's test runner. For development and tests. */
function atOtherTime<Result>(call: () => Result): Result {
  // Not imported, so that production does not load the test runner.
  const { timers } = process.getBuiltinModule('node:test').mock;
  timers.enable({ apis: ['Date'], now: Date.now() + laterMs });
  try {
    return call();
  } finally {
    timers.reset();
  }
}
