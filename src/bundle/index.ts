/**
 * One bundle for each extension; style sheets, islands and pictures of pages; trying a bundle in a thread. Loads
 * esbuild when something is built. Imports `base` and `extensions`.
 */
export { buildChild } from './build-child.ts';
export { buildExtensions } from './build-extensions.ts';
export { buildPageFiles, createPageMemory, type PageMemory } from './build-page-files.ts';
export type { BuiltAsset } from './build-styles.ts';
export type { Bundle, BundleModule } from './files/bundle.ts';
export { digest, readIfExists } from './files/bundle-cache.ts';
export { writeAtomically } from './files/write-atomically.ts';
export { assetsPath, isBuildFailure } from './page-build-options.ts';
export { importBundle, loadTimeoutMs } from './trial/import-bundle.ts';
export { createLoadTrials, type LoadTrials } from './trial/load-trial.ts';
export { watchLoad } from './trial/watch-load.ts';
