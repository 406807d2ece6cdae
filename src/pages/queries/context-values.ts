/** What `getContextValue` may ask for on one page, by name. */
export type ContextValueNames = ReadonlyMap<string, ContextValueName>;

export interface ContextValueName {
  /** May the value be null in a request? A path parameter never is. */
  readonly nullable: boolean;
  /** Do all pages have it? Components of the group `all` may ask for nothing else. */
  readonly everywhere: boolean;
}

/** What gateway.yaml says of one page, as far as values come from it. */
export interface PageValues {
  readonly path: string;
  /** Names of the query-string parameters that components may ask for. */
  readonly query?: readonly string[] | undefined;
}

/** The names that one page has: path parameters, declared query parameters, `routeId` and `userId`. */
export function contextValueNames(pages: Readonly<Record<string, PageValues>>, group: string): ContextValueNames {
  const page = pages[group];
  if (page === undefined) throw new Error(`there is no page group "${group}"`);
  const others = Object.values(pages).map(valueNames);
  const names = [...valueNames(page)].map(([name, nullable]): readonly [string, ContextValueName] => [
    name,
    { nullable, everywhere: others.every((values) => values.has(name)) },
  ]);
  return new Map(names);
}

function valueNames({ path, query = [] }: PageValues): ReadonlyMap<string, boolean> {
  const parameters = path.split('/').filter((segment) => segment.startsWith(':'));
  return new Map([
    ...query.map((name) => [name, true] as const),
    ...parameters.map((segment) => [segment.slice(1), false] as const),
    // Last: what an address says must never stand in for who is calling.
    ['routeId', false],
    ['userId', true],
  ]);
}
