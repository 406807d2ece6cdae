import { requireOwn, versionIn } from '../base/own-files.ts';

/** Read from its package.json: loading esbuild itself is for starts that have something to build. */
export const esbuildVersion = versionIn(requireOwn('esbuild/package.json'));
