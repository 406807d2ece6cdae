import { usePage } from 'stoa';

/** Parameters of a moment, which no link to a list keeps. */
const passing = ['page', 'saved', 'done', 'select'];

/** The list of this page, as its address says it. */
export function useList() {
  const { path, query } = usePage();
  const kept = Object.entries(query).filter(([name, value]) => !passing.includes(name) && value !== '');
  return {
    /** Filters, sorting and the like, as a query string. */
    kept: new URLSearchParams(kept).toString(),
    /** The page that the address asks for, from 1. */
    asked: Math.max(1, Math.trunc(Number(query.page)) || 1),
    /** Whether the address asks for all rows to be selected. */
    isAllSelected: query.select === 'all',
    /** How many rows an action has changed. */
    done: /^\d{1,4}$/.test(query.done ?? '') ? Number(query.done) : undefined,
    /** The same list with other parameters. */
    address: (more: Readonly<Record<string, string>> = {}): string => {
      const parameters = new URLSearchParams([...kept, ...Object.entries(more)]);
      return parameters.size === 0 ? path : `${path}?${parameters}`;
    },
  };
}
