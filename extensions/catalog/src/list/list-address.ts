interface ListParameters {
  readonly search?: string;
  readonly sort?: string | undefined;
  /** Chosen values of facets. */
  readonly filter?: string | undefined;
  readonly page?: number;
}

/** The URL of a page of a product list, without empty parameters. */
export function listAddress(list: string, { search = '', sort = '', filter = '', page = 1 }: ListParameters): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  if (sort !== '') parameters.set('sort', sort);
  if (filter !== '') parameters.set('filter', filter);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? list : `${list}?${parameters}`;
}

/** Far more than a shop has. */
export const mostPages = 100_000;

/** The number of a page in an address; undefined for any other text. */
export function pageInAddress(text: string): number | undefined {
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  return page === undefined || page > mostPages ? undefined : page;
}
