/** In characters. route.json and the table have the same limits. */
export const longestAuthor = 100;
export const longestComment = 5000;
