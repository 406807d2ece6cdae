/**
 * `stoa diff`: what a change of a shop or of a contract breaks, and for which client.
 */
export { compareShops, contractChanges } from './compare-shops.ts';
