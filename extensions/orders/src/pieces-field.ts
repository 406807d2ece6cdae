/** The field of a form, and of the error, for the pieces of a line. A SKU may have spaces and brackets. */
export function piecesField(sku: string): string {
  return `pieces-${encodeURIComponent(sku)}`;
}
