import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RenderContext, type RenderTarget } from '#extension-ui';
import type { IslandPlace } from './island.ts';

/** Hydrates a component that the server has rendered. */
export function hydrateIsland(
  component: ComponentType<Readonly<Record<string, unknown>>>,
  { element, island, context }: IslandPlace,
): void {
  const target: RenderTarget = {
    page: context.page,
    form: context.form,
    // The document already has its head.
    head: () => undefined,
    area: (id) => {
      throw new Error(`<Area id="${id}"> in a component that hydrates`);
    },
  };
  const tree = createElement(RenderContext.Provider, { value: target }, createElement(component, island.props));
  const sent = [...element.childNodes];
  hydrateRoot(element, tree, {
    identifierPrefix: island.idPrefix,
    // React removes a component that throws. Restore the server's HTML, which works without JavaScript.
    onUncaughtError: (error) => {
      reportError(error);
      queueMicrotask(() => element.replaceChildren(...sent));
    },
  });
}
