import type { DocumentNode, ExecutionResult } from 'graphql';
import type { PageComponent } from './page-component.ts';

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
