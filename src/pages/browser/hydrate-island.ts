import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { RenderContext, type RenderTarget } from '#extension-ui';
import type { IslandPlace } from './island.ts';

type Component = ComponentType<Readonly<Record<string, unknown>>>;

/** In development: the islands that run. */
const roots = new WeakMap<Element, Root>();

/**
 * Hydrates a component that the server has rendered. In development it also gives a running island its next code and
 * props: the state stays, as long as the component has the same hooks.
 */
export function hydrateIsland(component: Component, place: IslandPlace): void {
  const { element, island } = place;
  if (process.env.NODE_ENV === 'development' && element.dataset.hydrated !== undefined) {
    const running = roots.get(element);
    // Another copy of React runs it.
    if (running === undefined) location.reload();
    running?.render(treeOf(component, place));
    return;
  }
  const sent = [...element.childNodes];
  const root = hydrateRoot(element, treeOf(component, place), {
    identifierPrefix: island.idPrefix,
    // React removes a component that throws. Restore the server's HTML, which works without JavaScript.
    onUncaughtError: (error) => {
      reportError(error);
      queueMicrotask(() => element.replaceChildren(...sent));
    },
  });
  if (process.env.NODE_ENV !== 'development') return;
  roots.set(element, root);
  element.dataset.hydrated = '';
}

function treeOf(component: Component, { island: { props }, context }: IslandPlace): ReactElement {
  const target: RenderTarget = {
    page: context.page,
    shop: context.shop,
    form: context.form,
    formKey: context.formKey,
    // The document already has its head.
    head: () => undefined,
    area: (id) => {
      throw new Error(`<Area id="${id}"> in a component that hydrates`);
    },
  };
  const content =
    process.env.NODE_ENV === 'development'
      ? createElement(Current, { key: hooksOf(component), component, props })
      : createElement(component, props);
  return createElement(RenderContext.Provider, { value: target }, content);
}

/**
 * Calls the newest code of a component as if it were its own. React sees the same component, so that the state stays.
 */
function Current({
  component,
  props,
}: {
  readonly component: Component;
  readonly props: IslandPlace['island']['props'];
}) {
  return isPlain(component) ? component(props) : createElement(component, props);
}

function isPlain(component: Component): component is (props: IslandPlace['island']['props']) => ReactNode {
  return typeof component === 'function' && component.prototype?.isReactComponent === undefined;
}

/** The hooks that the component calls, in order. Other hooks need a new state. */
function hooksOf(component: Component): string {
  return typeof component === 'function' ? (String(component).match(/\buse[A-Z]\w*/g) ?? []).join(' ') : 'wrapped';
}
