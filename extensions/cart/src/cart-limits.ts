/** Pieces in one line. */
export const mostPieces = 99;

/** Lines in one cart. */
export const mostLines = 50;

/** What all pieces in one cart cost. An `Int` of GraphQL ends a little above, and with it the totals. */
export const mostMoney = 2_000_000_000;

/** For how long the same form adds once: a second click, and no second thought. */
export const sameFormSeconds = 60;
