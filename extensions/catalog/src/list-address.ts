interface ListParameters {
  readonly search?: string;
  readonly sort?: string | undefined;
  readonly after?: string | null;
}

/** The URL of a page of a product list, without empty parameters. */
export function listAddress(list: string, { search = '', sort = '', after }: ListParameters): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  if (sort !== '') parameters.set('sort', sort);
  if (after != null) parameters.set('after', after);
  return parameters.size === 0 ? list : `${list}?${parameters}`;
}
