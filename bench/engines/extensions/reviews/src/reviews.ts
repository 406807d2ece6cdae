export interface Review {
  readonly id: string;
  readonly productId: string;
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
  readonly createdAt: string;
}

const byProduct = new Map(
  Array.from({ length: 200 }, (_, product): readonly [string, readonly Review[]] => [
    String(product + 1),
    Array.from({ length: 5 }, (_, index) => ({
      id: `r${product + 1}-${index + 1}`,
      productId: String(product + 1),
      author: `Customer ${(product * 5 + index) % 97}`,
      rating: 1 + ((product + index) % 5),
      comment: 'natural and pure, works for joint and heart, powder could be finer, will buy again',
      createdAt: new Date(1.7e12 + (product * 7 + index) * 864e5).toISOString(),
    })),
  ]),
);

export function reviewsOf(productId: string): readonly Review[] {
  return byProduct.get(productId) ?? [];
}

/** Keeps nothing, so that a benchmark can send it for ever. */
export function addReview(productId: string, author: string, rating: number): Review {
  return { id: `r${productId}-new`, productId, author, rating, comment: 'new', createdAt: '2026-01-01T00:00:00.000Z' };
}
