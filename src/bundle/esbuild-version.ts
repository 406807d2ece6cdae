import { requireOwn, versionIn } from '../base/own-files.ts';

/** Read from package.json, because a start with nothing to build does not load esbuild. */
export const esbuildVersion = versionIn(requireOwn('esbuild/package.json'));
