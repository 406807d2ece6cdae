import type { Context } from 'stoa';

/** The product, or null where it is a draft and the caller may not change it. */
export function shownTo<Product extends { readonly published: boolean }>(
  caller: Context['caller'],
  product: Product | null,
): Product | null {
  const seesDrafts = caller.kind === 'user' && caller.permissions.includes('catalog:write');
  return product?.published || seesDrafts ? product : null;
}
