/**
 * What `stoa/testing`, `stoa test` and `stoa check --wire` share: an extension that is opened alone, and a shop that is
 * asked for everything as if its extensions ran elsewhere.
 */

export { findExtensions } from './alone/find-extension.ts';
export { openExtension } from './open-extension.ts';
export { openShop } from './open-shop.ts';
export { runTests } from './run-tests.ts';
