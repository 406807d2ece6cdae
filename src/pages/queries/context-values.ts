import type { PageConfig } from '#config';

/** The names that `getContextValue` accepts on one page. */
export type ContextValueNames = ReadonlyMap<string, ContextValueName>;

export interface ContextValueName {
  /** Whether the value may be null in a request. A path parameter never is. */
  readonly nullable: boolean;
  /** Whether all pages have it. Components of `all` may use only such values. */
  readonly everywhere: boolean;
}

/** What of a page's configuration names values. */
type ValueSource = Pick<PageConfig, 'path'> & Partial<Pick<PageConfig, 'query'>>;

/** The names of one page: path parameters, declared query parameters, `routeId` and `userId`. */
export function contextValueNames(pages: Readonly<Record<string, ValueSource>>, group: string): ContextValueNames {
  const page = pages[group];
  if (page === undefined) throw new Error(`there is no page group "${group}"`);
  const others = Object.values(pages).map(valueNames);
  const names = [...valueNames(page)].map(([name, nullable]): readonly [string, ContextValueName] => [
    name,
    { nullable, everywhere: others.every((values) => values.has(name)) },
  ]);
  return new Map(names);
}

function valueNames({ path, query = [] }: ValueSource): ReadonlyMap<string, boolean> {
  const parameters = path.split('/').filter((segment) => segment.startsWith(':'));
  return new Map([
    ...query.map((name) => [name, true] as const),
    ...parameters.map((segment) => [segment.slice(1), false] as const),
    // Last, so that no parameter of the address can replace them.
    ['routeId', false],
    ['userId', true],
  ]);
}
