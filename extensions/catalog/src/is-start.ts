import { usePage } from 'stoa';

/** Whether the home page is neither a search nor a later page of its list. */
export function useIsStart(): boolean {
  const { search = '', page, after, filter } = usePage().query;
  return search.trim() === '' && page === undefined && after === undefined && filter === undefined;
}
