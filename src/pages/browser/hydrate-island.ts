import { Component, type ComponentType, createElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RenderContext, type RenderTarget } from '#extension-ui';
import type { IslandPlace } from './island.ts';

/**
 * Hydrates a component that the server has rendered. In a browser's bundle, React's names stand for Preact, which is a
 * tenth as large: see `bundle/build-islands.ts`.
 */
export function hydrateIsland(
  component: ComponentType<Readonly<Record<string, unknown>>>,
  { element, island, context }: IslandPlace,
): void {
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
  const tree = createElement(RenderContext.Provider, { value: target }, createElement(component, island.props));
  const sent = [...element.childNodes];
  // A component that throws is removed. Restore the server's HTML, which works without JavaScript.
  const onError = (error: unknown): void => {
    reportError(error);
    setTimeout(() => {
      root.unmount();
      element.replaceChildren(...sent);
    });
  };
  const root = hydrateRoot(element, createElement(Boundary, { onError }, tree), {
    identifierPrefix: island.idPrefix,
  });
  element.setAttribute('data-ready', '');
}

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children?: ReactNode;
}

/** Shows nothing once something in it has thrown. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
