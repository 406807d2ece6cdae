import type { Context } from '../desk.gen.ts';

/** The address of a list of the desk, by the name of its page. Undefined for what is no page under /desk. */
export async function listAddress({ query, shop }: Pick<Context, 'query' | 'shop'>, list: string) {
  const { data } = await query('query ($list: String!) { url(routeId: $list) }', { list });
  const address = data?.url;
  const starts = ['/desk/', ...shop.locales.map((locale) => `/${locale}/desk/`)];
  return typeof address === 'string' && starts.some((start) => address.startsWith(start)) ? address : undefined;
}

/** What a view shows: the list with its query string. */
export function viewAddress(list: string, query: string): string {
  return query === '' ? list : `${list}?${query}`;
}
