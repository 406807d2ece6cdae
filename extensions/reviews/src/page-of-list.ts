/** One page of a list that is there as a whole. */
export interface PageOfList {
  /** From 1. */
  readonly number: number;
  /** How many pages there are; one of an empty list. */
  readonly count: number;
  /** Its first entry, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** The page that an address asks for. What is no number of a page is the nearest that there is: addresses are passed on, and lists change. */
export function pageOfList(length: number, size: number, asked: string | undefined): PageOfList {
  const count = Math.max(1, Math.ceil(length / size));
  const number = /^[1-9][0-9]{0,8}$/.test(asked ?? '') ? Math.min(Number(asked), count) : 1;
  const from = (number - 1) * size;
  return { number, count, from, to: Math.min(from + size, length) };
}
