import { isProductId } from './product-store.ts';

const cursorPrefix = 'product:';

/** The cursor of a product in lists sorted by id. */
export function encodeCursor(productId: string): string {
  return Buffer.from(cursorPrefix + productId).toString('base64url');
}

/** The product id in a cursor; undefined for an invalid cursor. */
export function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const productId = text.slice(cursorPrefix.length);
  // The decoder accepts text that is not base64url. So a cursor is valid only if encoding gives the same text again.
  return isProductId(productId) && encodeCursor(productId) === cursor ? productId : undefined;
}
