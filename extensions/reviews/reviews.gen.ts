// Generated from reviews/api/*/route.json by "stoa types": change those, not this.

/** Input of POST /products/:productId/reviews */
export interface AddReview {
  readonly params: {
    readonly productId: string;
  };
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly author: string;
    readonly rating: number;
    readonly comment: string;
  };
}

/** Input of PUT, PATCH, DELETE /reviews/:reviewId */
export interface ManageReview {
  readonly params: {
    readonly reviewId: string;
  };
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly author?: string | null | undefined;
    readonly rating?: number | null | undefined;
    readonly comment?: string | null | undefined;
  };
}

/** Input of GET /products/:productId/reviews */
export interface ProductReviews {
  readonly params: {
    readonly productId: string;
  };
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Input of GET /reviews/:reviewId */
export interface Review {
  readonly params: {
    readonly reviewId: string;
  };
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}
