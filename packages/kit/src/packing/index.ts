/**
 * An extension as an npm package: what it must say and have, and the proof that it works alone. Imports rooms up to
 * `shop`.
 */
export { compareWithPrevious } from './pack/compare-with-previous.ts';
export { packExtension } from './pack/pack-extension.ts';
