export const longestAuthor = 100;
export const longestComment = 5000;

/** How many reviews one source may write: a customer, or an address. Moderators have no limit. */
export const reviewLimit = { reviews: 30, seconds: 600 } as const;

/** For how long the same content of one source is one review. */
export const sameReviewSeconds = 600;
