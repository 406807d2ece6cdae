/** What some pieces of a line cost after its reduction. */
export interface ReturnedPieces {
  /** What the whole line cost. */
  readonly paid: number;
  readonly quantity: number;
  /** Pieces that were paid back before. */
  readonly before: number;
  readonly pieces: number;
}

/** What more pieces are paid back with, by cumulative floor: all parts together are what the line cost. */
export function refundPart({ paid, quantity, before, pieces }: ReturnedPieces): number {
  const floorOf = (count: number) => Number((BigInt(paid) * BigInt(count)) / BigInt(quantity));
  return floorOf(before + pieces) - floorOf(before);
}
