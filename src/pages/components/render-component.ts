import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import type { HeadProps } from '#extension-api';
import { type Page, RenderContext, type RenderTarget, type Shop, type SubmittedForm } from '#extension-ui';
import { type ItemArea, itemText, pathsIn } from './item-area.ts';
import type { RenderedComponent } from './page-component.ts';

/** Components of one extension to render for one request. Plain data. */
export interface RenderRequest {
  readonly components: readonly ComponentRequest[];
  readonly page: Page;
  readonly shop: Shop;
  readonly form: SubmittedForm | undefined;
  /** See `useFormKey`. */
  readonly formKey: string;
  /** Placeholder texts by area. Other areas render nothing. */
  readonly areas: Readonly<Record<string, string>>;
  /** Time-out in milliseconds of a component that suspends. */
  readonly timeoutMs: number;
}

export interface ComponentRequest {
  /** See `componentId`. */
  readonly id: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** Makes the ids of `useId` unique on the page. */
  readonly idPrefix: string;
}

export type ComponentResult =
  | {
      readonly kind: 'rendered';
      readonly html: string;
      readonly heads: readonly HeadProps[];
      /** Areas whose placeholder is in the HTML, in the order of their first occurrence. */
      readonly areas: readonly string[];
      /** Areas of items whose placeholder is in the HTML. An extension served by an earlier version has none. */
      readonly itemAreas?: readonly ItemArea[] | undefined;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

type Results = readonly ComponentResult[];

/** One result for each component, in order. Never throws or rejects. */
export type RenderComponents = (request: RenderRequest) => Results | Promise<Results>;

/** The exports of a component's module that rendering uses. */
export interface RenderedModule {
  readonly component: RenderedComponent;
  readonly isIsland: boolean;
}

/**
 * Renders each component separately, so an error affects only its own component. Renders to a string, which costs a
 * third of a stream. A component that has once suspended is always streamed.
 */
export function createRenderer(modules: ReadonlyMap<string, RenderedModule>): RenderComponents {
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
      const work = { request, module, id, idPrefix, props: own };
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
    return renderedResult(html, collected, started);
  } catch {
    return undefined;
  }
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

function renderedResult(html: string, { heads, areas, itemAreas }: Collected, started: number): ComponentResult {
  return { kind: 'rendered', html, heads, areas, itemAreas, ms: performance.now() - started };
}

function elementOf({ module, props }: ComponentWork, target: RenderTarget): ReactNode {
  return createElement(RenderContext.Provider, { value: target }, createElement(module.component, props));
}

type Collected = ReturnType<typeof collect>;

function collect({ module, request, props }: ComponentWork) {
  const { page, shop, form, formKey } = request;
  const heads: HeadProps[] = [];
  const areas: string[] = [];
  const itemAreas: ItemArea[] = [];
  let paths: ReadonlyMap<object, string> | undefined;
  const target: RenderTarget = {
    page,
    shop,
    form,
    formKey,
    head: (props) => void heads.push(props),
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
  return { target, heads, areas, itemAreas };
}
