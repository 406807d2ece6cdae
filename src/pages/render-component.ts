import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import type { HeadProps } from '../extension-api.ts';
import { type Page, RenderContext, type RenderTarget, type SubmittedForm } from '../extension-ui.ts';
import type { PageComponent } from './page-component.ts';

/** One component on one page of one request. */
export interface ComponentRequest {
  readonly component: PageComponent;
  readonly props: Readonly<Record<string, unknown>>;
  readonly page: Page;
  readonly form: SubmittedForm | undefined;
  /** Makes the ids of `useId` unique on the page. */
  readonly idPrefix: string;
}

export type ComponentResult =
  | {
      readonly kind: 'rendered';
      readonly html: string;
      readonly heads: readonly HeadProps[];
      /** Areas whose text is in the HTML, in the order of their first. */
      readonly areas: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: unknown };

export type RenderComponent = (request: ComponentRequest) => ComponentResult | Promise<ComponentResult>;

export interface RenderOptions {
  /** The text that stands for an area in a component's HTML; undefined when nothing can stand there. */
  areaText(id: string): string | undefined;
  /** Milliseconds that a component which waits for something gets. */
  readonly timeoutMs: number;
}

/**
 * Renders each component by itself, so that whatever goes wrong in it, at any depth and at any time, is its own. As text in
 * one go, which costs a third of a stream; only a component that waits for something is streamed, and from then on always.
 */
export function createComponentRenderer(options: RenderOptions): RenderComponent {
  const waiting = new WeakSet<PageComponent>();
  return (request) => {
    if (request.component.hydrate !== undefined) {
      try {
        return render({ ...request, props: asInBrowser(request.props) });
      } catch (error) {
        return { kind: 'failed', error };
      }
    }
    return render(request);
  };

  function render(request: ComponentRequest): ComponentResult | Promise<ComponentResult> {
    if (!waiting.has(request.component)) {
      const result = renderAtOnce(request, options);
      if (result !== undefined) return result;
    }
    return streamAndRemember(request);
  }

  async function streamAndRemember(request: ComponentRequest): Promise<ComponentResult> {
    const result = await renderStreamed(request, options);
    if (result.kind === 'rendered') waiting.add(request.component);
    return result;
  }
}

/**
 * An island's props go to the browser as JSON. What a scalar's resolver gives may be more than that, a `Date` for one, and what
 * is rendered of it must be the same in both places. Throws for what JSON cannot say.
 */
function asInBrowser(props: ComponentRequest['props']): ComponentRequest['props'] {
  const copy: ComponentRequest['props'] = JSON.parse(JSON.stringify(props));
  return copy;
}

/** Is there a boundary inside whose content is not there yet (or threw)? */
function isUnfinished(html: string): boolean {
  // First by what is rare: each tag begins as the whole does, and each time the search would stop to look.
  return html.includes('$!--') && html.includes('<!--$!-->');
}

/** Undefined when the component waits for something, or throws: which of the two, a stream can tell. */
function renderAtOnce(request: ComponentRequest, options: RenderOptions): ComponentResult | undefined {
  const collected = collect(request, options);
  try {
    const html = renderToString(elementOf(request, collected.target), { identifierPrefix: request.idPrefix });
    if (isUnfinished(html)) return undefined;
    return { kind: 'rendered', html, heads: collected.heads, areas: collected.areas };
  } catch {
    return undefined;
  }
}

async function renderStreamed(request: ComponentRequest, options: RenderOptions): Promise<ComponentResult> {
  const collected = collect(request, options);
  const errors: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    const html = await new Promise<string>((resolve, reject) => {
      const stream = renderToPipeableStream(elementOf(request, collected.target), {
        identifierPrefix: request.idPrefix,
        // Whatever the size, no part may come later by script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error: unknown) => void errors.push(error),
        onShellError: reject,
        onAllReady: () => resolve(text(stream.pipe(new PassThrough()))),
      });
      const late = () => stream.abort(new Error(`it was not ready after ${options.timeoutMs} ms`));
      timer = setTimeout(late, options.timeoutMs);
    });
    if (errors.length > 0) return { kind: 'failed', error: errors[0] };
    return { kind: 'rendered', html, heads: collected.heads, areas: collected.areas };
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    clearTimeout(timer);
  }
}

function elementOf({ component, props }: ComponentRequest, target: RenderTarget): ReactNode {
  return createElement(RenderContext.Provider, { value: target }, createElement(component.component, props));
}

interface Collected {
  readonly target: RenderTarget;
  readonly heads: HeadProps[];
  readonly areas: string[];
}

function collect({ component, page, form }: ComponentRequest, { areaText }: RenderOptions): Collected {
  const heads: HeadProps[] = [];
  const areas: string[] = [];
  const target: RenderTarget = {
    page,
    form,
    head: (props) => void heads.push(props),
    area: (id): string => {
      if (component.hydrate !== undefined) throw new Error(`<Area id="${id}"> in a component that hydrates`);
      const standIn = areaText(id);
      if (standIn === undefined) return '';
      areas.push(id);
      return standIn;
    },
  };
  return { target, heads, areas };
}
