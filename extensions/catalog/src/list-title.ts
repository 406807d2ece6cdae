/** The title of the list of products, or of what a search finds; with its number from the second page on. */
export function titleOf(shop: string, search: string, page = 1): string {
  const list = search === '' ? `${shop}: supplements, teas and good food` : `“${search}” – ${shop}`;
  return page === 1 ? list : `${list} – page ${page}`;
}
