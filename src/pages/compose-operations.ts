import { type Finding, placeInCode, yieldToEventLoop } from '#base';
import type { PageConfig } from '#config';
import type { PageComponent, PageOperation } from './components/page-component.ts';
import { componentsOf, notFoundPage } from './components/page-layout.ts';
import { type ComposePageQueriesOptions, composePageQueries } from './queries/compose-page-queries.ts';
import { contextValueNames } from './queries/context-values.ts';
import { isItemQuery } from './queries/item-queries.ts';
import { createQueryValidation, type ValidateQuery } from './queries/validate-query.ts';

export interface ComposeOptions
  extends Pick<ComposePageQueriesOptions, 'schema' | 'components' | 'ownFields' | 'ownerOf' | 'ownRoutes'> {
  readonly groups: ReadonlyMap<string, PageConfig>;
  /** Fields that no page may ask for, as `Type.field`. Findings say so. */
  readonly internal: ReadonlyMap<string, unknown>;
}

/** Composes the operation of each page, with findings about its queries. */
export function composeOperations(options: ComposeOptions) {
  const validate = createQueryValidation(options.schema);
  return joined(
    [...options.groups.keys()].map((group) => composeGroup(group, options, validate)),
    options,
  );
}

/** Like {@link composeOperations}, but lets requests run between pages. */
export async function composeInTurns(options: ComposeOptions) {
  const validate = createQueryValidation(options.schema);
  const pages: ReturnType<typeof composeGroup>[] = [];
  for (const group of options.groups.keys()) {
    pages.push(composeGroup(group, options, validate));
    await yieldToEventLoop();
  }
  return joined(pages, options);
}

function composeGroup(
  group: string,
  { schema, groups, components, ownFields, ownerOf, ownRoutes }: ComposeOptions,
  validate: ValidateQuery,
) {
  const composed = composePageQueries({
    schema,
    group,
    path: groups.get(group)?.path ?? '',
    components: componentsOf(group, groups.get(group) ?? {}, components),
    contextValues: contextValueNames(valuesOf(groups, group), group),
    ownFields,
    ownerOf,
    ownRoutes,
    validate,
  });
  return { group, ...composed };
}

function joined(pages: readonly ReturnType<typeof composeGroup>[], { components, internal }: ComposeOptions) {
  const operations = pages.flatMap(({ group, operation }) =>
    operation === undefined ? [] : [[group, operation] as const],
  );
  // A component of `all` has the same findings on every page.
  const found = Map.groupBy(
    pages.flatMap((page) => page.findings),
    ({ code, where }) => JSON.stringify([code, where]),
  );
  const findings = [...found.values()].flatMap(([first]) => (first === undefined ? [] : named(first, internal)));
  return {
    operations: new Map(operations),
    // A page with findings has no operation, and would seem to have no lists.
    findings: findings.length > 0 ? findings : checkItems(components, operations),
  };
}

/** A finding about an internal field says that it is one: the schema of pages does not have it. */
function named(finding: Finding, internal: ReadonlyMap<string, unknown>): Finding {
  const [, field, type] = /\bCannot query field "(\w+)" on type "(\w+)"/.exec(finding.what) ?? [];
  if (!internal.has(`${type}.${field}`)) return finding;
  const fix = `${type}.${field} is internal: no page gets it. Ask for it by context.query in a resolver, and let pages ask for the field of that resolver.`;
  return { ...finding, fix };
}

/** Warns of fragments that no list with their area has objects for. */
function checkItems(
  components: readonly PageComponent[],
  operations: readonly (readonly [string, PageOperation])[],
): readonly Finding[] {
  const placed = new Set(operations.flatMap(([, { items }]) => items.map(({ item }) => item)));
  return components.flatMap((component): readonly Finding[] => {
    const { query, file, layout } = component;
    if (query === undefined || placed.has(component) || !isItemQuery(query)) return [];
    const lists = components.filter((one) => one.query !== undefined && one.areas.includes(layout.areaId));
    if (lists.length === 0) return [];
    const what = `has a fragment, but no list with the area "${layout.areaId}" has objects of its type`;
    const fix = 'Write the fragment on the type of the items of the list.';
    return [{ code: 'AREA_UNKNOWN', severity: 'warning', where: placeInCode(file, ['query']), what, fix }];
  });
}

// The page for unknown addresses has no query string, and restricts no other page.
function valuesOf(groups: ReadonlyMap<string, PageConfig>, group: string): Readonly<Record<string, PageConfig>> {
  const known = [...groups].filter(([name, { path }]) => name !== notFoundPage || path !== '');
  const pages = Object.fromEntries(known);
  const notFound = groups.get(notFoundPage);
  if (group !== notFoundPage || notFound === undefined || notFound.path !== '') return pages;
  const [first, ...others] = known.map(([, { query }]) => query);
  const everywhere = (first ?? []).filter((name) => others.every((query) => query.includes(name)));
  return { ...pages, [notFoundPage]: { ...notFound, query: everywhere } };
}
