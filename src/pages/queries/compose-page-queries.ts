import type { Finding } from '#base';
import type { PageComponent, PageOperation } from '../components/page-component.ts';
import { type ComponentQuery, type QueryScope, readComponentQuery } from './component-query.ts';
import type { ContextValueNames } from './context-values.ts';
import { ContextVariables } from './context-variables.ts';
import { type ItemComponent, isItemQuery, placeItems, readItemQuery } from './item-queries.ts';
import { type OwnRoutes, queryWithOwnRoutes } from './own-routes.ts';
import { PageQueries, type PageQueriesOptions } from './page-queries.ts';
import type { ValidateQuery } from './validate-query.ts';

export interface ComposePageQueriesOptions
  extends Pick<PageQueriesOptions, 'schema' | 'group' | 'ownFields' | 'ownerOf'> {
  /** The page's path, for findings. */
  readonly path: string;
  /** The page's components in order: those of its group and those of `all`. */
  readonly components: readonly PageComponent[];
  readonly contextValues: ContextValueNames;
  /** One for all pages of the schema. */
  readonly validate: ValidateQuery;
  /** Left out where only the findings matter. */
  readonly ownRoutes?: OwnRoutes | undefined;
}

export interface ComposedPageQueries {
  /** Undefined without queries, or when there are findings. */
  readonly operation: PageOperation | undefined;
  readonly findings: readonly Finding[];
}

/** Checks the queries of one page's components, and merges them to one operation. Executes nothing. */
export function composePageQueries(options: ComposePageQueriesOptions): ComposedPageQueries {
  const { schema, components, group, path, contextValues, validate } = options;
  const variables = new ContextVariables();
  const everywhere: ContextValueNames = new Map([...contextValues].filter(([, name]) => name.everywhere));
  const page = `the page ${group} (${path})`;
  const lacks = (name: string): string => `${page} has no value "${name}"`;
  const onPage: QueryScope = { schema, validate, variables, names: contextValues, lacks };
  // The same text on each page, so that one mistake is one finding.
  const lacksOnAll = (name: string): string =>
    `not every page has a value "${name}", and this component is on all of them`;
  const onAll: QueryScope = { schema, validate, variables, names: everywhere, lacks: lacksOnAll };

  const findings: Finding[] = [];
  const queries: ComponentQuery[] = [];
  const inItems: ItemComponent[] = [];
  for (const component of components) {
    if (component.query === undefined) continue;
    if (isItemQuery(component.query)) {
      const read = readItemQuery(component, component.query, schema);
      findings.push(...read.findings);
      if (read.item !== undefined) inItems.push(read.item);
      continue;
    }
    const read = readComponentQuery(component, component.query, component.group === group ? onPage : onAll);
    findings.push(...read.findings);
    if (read.query !== undefined) queries.push(queryWithOwnRoutes(read.query, options.ownRoutes));
  }
  if (findings.length > 0 || queries.length === 0) return { operation: undefined, findings };

  const placed = inItems.flatMap((item) =>
    queries
      .filter(({ component }) => component.areas.includes(item.component.layout.areaId))
      .flatMap((list) => placeItems(item, list, schema) ?? []),
  );
  const whole = components.filter((component) => inItems.every((item) => item.component !== component));
  const operation = new PageQueries({
    group,
    schema,
    components: [...whole, ...placed.map(({ placement }) => placement.component)],
    queries: [...queries, ...placed.map(({ query }) => query)],
    items: placed.map(({ placement }) => placement),
    variables: variables.all,
    ownFields: options.ownFields,
    ownerOf: options.ownerOf,
  });
  const invalid = operation.document === undefined ? [] : validate(operation.document);
  if (invalid.length > 0)
    throw new Error(`the queries of ${page} do not fit together: ${invalid.map(String).join('\n')}`);
  return { operation, findings };
}
