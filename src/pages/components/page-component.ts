import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ComponentType } from 'react';
import type { ExtensionId } from '#base';
import type { Hydrate, Layout } from '#extension-api';
import type { ExtensionManifest } from '#extensions';

export type RenderedComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** The checked exports of a component's module. Plain data. */
export interface ComponentExports {
  readonly layout: Layout;
  readonly query: string | undefined;
  /** When the browser hydrates it; undefined without JavaScript. */
  readonly hydrate: Hydrate | undefined;
  /** Areas that it offers with `<Area id>`. */
  readonly areas: readonly string[];
  /** A caller without all of these gets the page without it. An extension served by an earlier version has none. */
  readonly permissions?: readonly string[] | undefined;
}

type PageComponentFile = ExtensionManifest['pages'][number];

/** One page component: `pages/<group>/<Name>.tsx`. Its extension renders it. */
export interface PageComponent extends ComponentExports, PageComponentFile {
  readonly extension: ExtensionId;
}

/** The id of a component within its extension. */
export function componentId({ group, name }: Pick<PageComponent, 'group' | 'name'>): string {
  return `${group}/${name}`;
}

/** Values for `getContextValue("name")`: path parameters, `routeId`, `userId`, declared query parameters. */
export type ContextValues = Readonly<Record<string, string | null>>;

/** All queries of one page as one operation, built with the gateway. */
export interface PageOperation {
  readonly items: readonly ItemPlacement[];
  /**
   * The operation for one request; undefined without any fields. It omits components that need a non-null value
   * which is null in this request, and those that are not shown.
   */
  prepare(values: ContextValues, isShown?: IsShown): PreparedPageOperation | undefined;
  /**
   * Each component's own selection with its own aliases. Nulls propagate within that selection only, by schema type.
   * Components that are not shown are not in it.
   */
  split(values: ContextValues, result: ExecutionResult, isShown?: IsShown): ReadonlyMap<PageComponent, ComponentData>;
  asksFor(rootField: string): boolean;
  /** Whether the root field that uses the page's context values is null without an error. For `notFoundWhenNull`. */
  isNull(rootField: string, result: ExecutionResult): boolean;
  /**
   * Whether errors took away what the page is about: the root field that uses the page's context values (`subject`),
   * or the data of every component of the page's own group. Fields of the gateway itself are no data.
   */
  isLost(outcome: PageOutcome): boolean;
}

export type IsShown = (component: PageComponent) => boolean;

export interface ItemPlacement {
  /** As its extension has written it. */
  readonly item: PageComponent;
  /** The same component for this list alone: `split` has its data. */
  readonly component: PageComponent;
  /** The component with the list, which offers the area. */
  readonly list: PageComponent;
  /** The props of each item in that data, by its path there, which is the one in the data of the list. */
  itemsOf(data: Readonly<Record<string, unknown>>): readonly (readonly [path: string, props: ItemProps])[];
}

export type ItemProps = Readonly<Record<string, unknown>>;

export interface PageOutcome {
  /** `notFoundWhenNull` of the page group. */
  readonly subject: string | undefined;
  readonly values: ContextValues;
  readonly result: ExecutionResult;
  /** The result as `split` has divided it. */
  readonly data: ReadonlyMap<PageComponent, ComponentData>;
}

export interface PreparedPageOperation {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** `left-out`: its root field failed, or a required value is null. `reason` is for the log. */
export type ComponentData =
  | { readonly kind: 'props'; readonly props: Readonly<Record<string, unknown>> }
  | { readonly kind: 'left-out'; readonly reason: string };
