/** The URL of a page of the product list, without empty parameters. */
export function listAddress(
  home: string,
  { search, after }: { readonly search: string; readonly after?: string | null },
): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  if (after != null) parameters.set('after', after);
  return parameters.size === 0 ? home : `${home}?${parameters}`;
}
