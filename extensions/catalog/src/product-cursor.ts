import { isProductId } from './product-store.ts';

const cursorPrefix = 'product:';

/** The cursor of a product in lists by id. */
export function encodeCursor(productId: string): string {
  return Buffer.from(cursorPrefix + productId).toString('base64url');
}

/** The id of the cursor's product; undefined for a text that is no cursor. */
export function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const productId = text.slice(cursorPrefix.length);
  // Decoding forgives what is no base64url at all, so only a cursor that we would write ourselves is one.
  return isProductId(productId) && encodeCursor(productId) === cursor ? productId : undefined;
}
