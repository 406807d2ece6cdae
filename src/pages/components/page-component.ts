import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ComponentType } from 'react';
import type { ExtensionId } from '#base';
import type { Hydrate, Layout } from '#extension-api';

/** What React renders of a component's module. */
export type RenderedComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** What a component's module says of itself, checked. Plain data. */
export interface ComponentExports {
  readonly layout: Layout;
  /** The exported GraphQL text, as written. */
  readonly query: string | undefined;
  /** When the browser makes it interactive; undefined for markup only. */
  readonly hydrate: Hydrate | undefined;
  /** Areas that it offers to others with `<Area id>`. */
  readonly areas: readonly string[];
}

/** One page component: `pages/<group>/<Name>.tsx`. Its extension renders it, wherever it is placed. */
export interface PageComponent extends ComponentExports {
  readonly extension: ExtensionId;
  /** `all`, or the name of a page group in gateway.yaml. */
  readonly group: string;
  /** The file's name without its ending; unique within its extension and group. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** How the gateway names a component to its extension. */
export function componentId({ group, name }: Pick<PageComponent, 'group' | 'name'>): string {
  return `${group}/${name}`;
}

/** Values that `getContextValue("name")` may ask for on a page: path parameters, `routeId`, `userId`, declared query parameters. */
export type ContextValues = Readonly<Record<string, string | null>>;

/** All queries of one page as one operation, made when the gateway is built. */
export interface PageOperation {
  /**
   * The operation for one request, or undefined when nothing is left to ask for. Components that want a value in a
   * non-null place which is null in this request are not in it.
   */
  prepare(values: ContextValues): PreparedPageOperation | undefined;
  /**
   * What each component gets: exactly its own selection, with its own aliases, after null propagation with the schema's
   * real types within that selection alone.
   */
  split(values: ContextValues, result: ExecutionResult): ReadonlyMap<PageComponent, ComponentData>;
  /**
   * Did the root field, as the page asks for it by its context values, come out null although nothing failed? For
   * `notFoundWhenNull`.
   */
  isNull(rootField: string, result: ExecutionResult): boolean;
}

export interface PreparedPageOperation {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** `left-out`: its root was lost, or a value it needs is null. `reason` is for the log. */
export type ComponentData =
  | { readonly kind: 'props'; readonly props: Readonly<Record<string, unknown>> }
  | { readonly kind: 'left-out'; readonly reason: string };
