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
