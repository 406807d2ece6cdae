import { usePage } from 'stoa';

interface Parameters {
  readonly search?: string | null | undefined;
  readonly page?: string | number | null | undefined;
  readonly after?: string | null | undefined;
  readonly filter?: string | readonly string[] | null | undefined;
}

/** Whether the home page is neither a search, nor filtered, nor a later page of its list. */
export function isStart({ search, page, after, filter }: Parameters): boolean {
  return (search ?? '').trim() === '' && page == null && after == null && filter == null;
}

/** As {@link isStart}, of the page's address. */
export function useIsStart(): boolean {
  return isStart(usePage().query);
}
