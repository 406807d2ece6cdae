import type { GraphQLSchema } from 'graphql';
import type { Finding } from '../../base/startup-error.ts';
import type { PageConfig } from '../../config/config.ts';
import type { PageComponent } from '../../pages/page-component.ts';
import { componentsOf, notFoundPage } from '../../pages/page-layout.ts';
import type { PageOperation } from '../../pages/page-operation.ts';
import { composePageQueries } from '../../pages/queries/compose-page-queries.ts';
import { contextValueNames } from '../../pages/queries/context-values.ts';

export interface ComposeOptions {
  readonly schema: GraphQLSchema;
  readonly groups: ReadonlyMap<string, PageConfig>;
  readonly components: readonly PageComponent[];
}

/** The one operation of each page, and what is wrong with the queries that it is made of. */
export function composeOperations({ schema, groups, components }: ComposeOptions): {
  readonly operations: ReadonlyMap<string, PageOperation>;
  readonly findings: readonly Finding[];
} {
  const operations = new Map<string, PageOperation>();
  const findings: Finding[] = [];
  for (const [group, page] of groups) {
    const composed = composePageQueries({
      schema,
      group,
      path: page.path,
      components: componentsOf(group, components),
      contextValues: contextValueNames(valuesOf(groups, group), group),
    });
    if (composed.operation !== undefined) operations.set(group, composed.operation);
    findings.push(...composed.findings);
  }
  return { operations, findings: distinct(findings) };
}

// The page for unknown addresses has no query string of its own, and takes nothing from the others.
function valuesOf(groups: ReadonlyMap<string, PageConfig>, group: string): Readonly<Record<string, PageConfig>> {
  const known = [...groups].filter(([name, { path }]) => name !== notFoundPage || path !== '');
  const pages = Object.fromEntries(known);
  const notFound = groups.get(notFoundPage);
  if (group !== notFoundPage || notFound === undefined || notFound.path !== '') return pages;
  const [first, ...others] = known.map(([, { query }]) => query);
  const everywhere = (first ?? []).filter((name) => others.every((query) => query.includes(name)));
  return { ...pages, [notFoundPage]: { ...notFound, query: everywhere } };
}

// A component of `all` is on every page, and wrong on all of them in the same way.
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, where }) => {
    const key = JSON.stringify([code, where]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
