import { decodeCursor, encodeCursor, isRowId } from 'stoa';

const list = 'product';

/** The cursor of a product, in the list of all products and in that of a search. */
export function productCursor(productId: string): string {
  return encodeCursor(list, productId);
}

/** The product id in a cursor; undefined for an invalid cursor. */
export function idInCursor(cursor: string): string | undefined {
  const productId = decodeCursor(list, cursor);
  return productId !== undefined && isRowId(productId) ? productId : undefined;
}
