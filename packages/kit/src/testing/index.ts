/**
 * What `stoa/testing`, `stoa test` and `stoa check --wire` share: an extension that is opened alone, and a shop that is
 * asked for everything as if its extensions ran elsewhere.
 */

export { findExtensions } from './alone/find-extension.ts';
export { openAlone } from './alone/open-alone.ts';
export { checkWire } from './check-wire.ts';
export { runTests } from './run-tests.ts';
