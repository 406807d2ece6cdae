import { print } from 'graphql';
import type { Gateway } from 'stoa/tooling';
import type { ReplayedOperation } from './operation-writer.ts';

/** How often each page is asked for, with other values. */
const variants = 4;

/**
 * The operations of all pages, with values for `getContextValue` as variables. Path parameters are ids, and query
 * parameters are texts, which the first variant of each page does not have.
 */
export function pageOperations(
  { pages }: Pick<Gateway, 'pages'>,
  known: (type: 'ID' | 'String') => unknown,
): readonly ReplayedOperation[] {
  const operations = [...pages.groups.values()].flatMap(({ group, path, query, operation }) => {
    const parameters = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
    return Array.from({ length: variants }, (_, index) => {
      const values = {
        ...Object.fromEntries(query.map((name) => [name, index === 0 ? null : known('String')])),
        ...Object.fromEntries(parameters.map((name) => [name, known('ID')])),
        ...{ routeId: group, userId: null },
      };
      const prepared = operation?.prepare(values);
      if (prepared === undefined) return [];
      const { document, variables } = prepared;
      return [{ name: `page ${group}, ${index + 1}`, query: print(document), variables }];
    }).flat();
  });
  const texts = operations.map(({ query, variables }) => JSON.stringify([query, variables]));
  return operations.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}
