/** The address of a page that, too, is to lead back to where the shopper was going. */
export function withNext(address: string, next: string | undefined): string {
  return next === undefined ? address : `${address}?next=${encodeURIComponent(next)}`;
}
