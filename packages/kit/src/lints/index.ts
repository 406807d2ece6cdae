/**
 * What `stoa check` says of a shop that starts: code, pages and SDL that run, and are not what their authors mean.
 */
export { lintShop } from './lint-shop.ts';
