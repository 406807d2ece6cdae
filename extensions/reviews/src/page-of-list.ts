/** One page of a list that is in memory. */
export interface PageOfList {
  /** Counted from 1. */
  readonly number: number;
  /** The number of pages; 1 for an empty list. */
  readonly count: number;
  /** Index of its first entry. `to` is one past its last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The page that a URL requests. Users share URLs, and lists change. So a number that is too large gives the last
 * page, and any other invalid value the first.
 */
export function pageOfList(length: number, size: number, asked: string | undefined): PageOfList {
  const count = Math.max(1, Math.ceil(length / size));
  const number = /^[1-9][0-9]{0,8}$/.test(asked ?? '') ? Math.min(Number(asked), count) : 1;
  const from = (number - 1) * size;
  return { number, count, from, to: Math.min(from + size, length) };
}
