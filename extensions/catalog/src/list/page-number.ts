/** Far more than a shop has. */
export const mostPages = 100_000;

/** The number of a page in an address; undefined for any other text. */
export function pageInAddress(text: string): number | undefined {
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  return page === undefined || page > mostPages ? undefined : page;
}
