/** Adds the path to return to, so that the other page keeps it. */
export function withNext(address: string, next: string | undefined): string {
  return next === undefined ? address : `${address}?next=${encodeURIComponent(next)}`;
}
