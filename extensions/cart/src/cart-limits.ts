/** Pieces in one line. */
export const mostPieces = 99;

/** Lines in one cart. */
export const mostLines = 50;

/** For how long the same form adds once: a second click, and no second thought. */
export const sameFormSeconds = 60;
