/**
 * One bundle for each extension; style sheets, islands and pictures of pages; trying a bundle in a thread. Loads
 * esbuild when something is built. Imports `base` and `extensions`.
 */
export { buildChild } from './build-child.ts';
export { buildExtensions } from './build-extension.ts';
export { buildPageFiles, createPageMemory } from './build-page-files.ts';
export type { Bundle, BundleModule } from './files/bundle.ts';
export { digest, readIfExists } from './files/bundle-cache.ts';
export { writeAtomically } from './files/write-atomically.ts';
export { assetsPath } from './page-build-options.ts';
export { endBlockedLoad } from './trial/end-blocked-load.ts';
export { importBundle } from './trial/import-bundle.ts';
export { createLoadTrials } from './trial/load-trial.ts';
