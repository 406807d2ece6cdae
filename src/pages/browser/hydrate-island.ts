import { Component, type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RenderContext, type RenderTarget } from '#extension-ui';
import type { IslandPlace } from './island.ts';

type IslandComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** In development: shows another tree in an island that runs. */
const running = new WeakMap<Element, (tree: ReactElement) => void>();

/**
 * Hydrates a component that the server has rendered. In a browser's bundle, React's names stand for Preact, which is a
 * tenth as large: see `bundle/build-islands.ts`. In development it also gives a running island its next code and
 * props: the state stays, as long as the component has the same hooks.
 */
export function hydrateIsland(component: IslandComponent, place: IslandPlace): void {
  const { element, island } = place;
  const tree = treeOf(component, place);
  if (process.env.NODE_ENV === 'development' && element.dataset.hydrated !== undefined) {
    const show = running.get(element);
    // Another copy of Preact runs it.
    if (show === undefined) location.reload();
    else show(tree);
    return;
  }
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
  if (process.env.NODE_ENV !== 'development') return;
  running.set(element, (next) => root.render(createElement(Boundary, { onError }, next)));
  element.dataset.hydrated = '';
}

function treeOf(
  component: IslandComponent,
  { island: { props, form, texts = {} }, context }: IslandPlace,
): ReactElement {
  const target: RenderTarget = {
    page: context.page,
    shop: context.shop,
    form,
    formKey: context.formKey,
    text: (key) => texts[key],
    // The document already has its head.
    head: () => undefined,
    menu: () => {
      throw new Error('useMenu() in a component that hydrates');
    },
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

interface CurrentProps {
  readonly component: IslandComponent;
  readonly props: IslandPlace['island']['props'];
}

/** Calls the newest code of a component as if it were its own. It is the same component, so that the state stays. */
function Current({ component, props }: CurrentProps): ReactNode | Promise<ReactNode> {
  return isPlain(component) ? component(props) : createElement(component, props);
}

function isPlain(component: IslandComponent): component is (props: CurrentProps['props']) => ReactNode {
  return typeof component === 'function' && component.prototype?.isReactComponent === undefined;
}

/** The hooks that the component calls, in order. Other hooks need a new state. */
function hooksOf(component: IslandComponent): string {
  return typeof component === 'function' ? (String(component).match(/\buse[A-Z]\w*/g) ?? []).join(' ') : 'wrapped';
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
