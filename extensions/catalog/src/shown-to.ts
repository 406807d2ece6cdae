import type { Context } from 'stoa';

type Caller = Context['caller'];

/** The product, or null where it is a draft and the caller may not change it. */
export function shownTo<Product extends { readonly published: boolean }>(
  caller: Caller,
  product: Product | null,
): Product | null {
  return product === null || product.published || seesDrafts(caller) ? product : null;
}

function seesDrafts(caller: Caller): boolean {
  return caller.kind === 'user' && caller.permissions.includes('catalog:write');
}
