import { usePage } from 'stoa';

/** Parameters of a moment, which no link to a list keeps. */
const passing = ['page', 'saved', 'done', 'select'];

/** The list of this page, as its address says it. */
export function useList() {
  const { path, query } = usePage();
  const kept = Object.entries(query).filter(([name, value]) => !passing.includes(name) && value !== '');
  const address = (more: Readonly<Record<string, string>> = {}): string => {
    const parameters = new URLSearchParams(kept);
    for (const [name, value] of Object.entries(more)) {
      if (value === '') parameters.delete(name);
      else parameters.set(name, value);
    }
    return parameters.size === 0 ? path : `${path}?${parameters}`;
  };
  return {
    /** Filters, sorting and the like, as a query string. */
    kept: new URLSearchParams(kept).toString(),
    /** The page that the address asks for, from 1. */
    asked: Math.max(1, Math.trunc(Number(query.page)) || 1),
    /** Whether the address asks for all rows to be selected. */
    isAllSelected: query.select === 'all',
    /** How many rows an action has changed. */
    done: /^\d{1,4}$/.test(query.done ?? '') ? Number(query.done) : undefined,
    /** The keys of columns that are not shown. */
    hidden: (query.hide ?? '').split(',').filter((key) => key !== ''),
    /** The same page of the list without these columns. */
    without: (columns: readonly string[]): string => address({ page: query.page ?? '', hide: columns.join(',') }),
    /** The same list with other parameters. An empty one is left out. */
    address,
  };
}
