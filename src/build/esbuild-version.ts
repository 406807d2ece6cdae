import { createRequire } from 'node:module';

/** Read from its package.json: loading esbuild itself is for starts that have something to build. */
export const esbuildVersion = versionOf(createRequire(import.meta.url)('esbuild/package.json'));

function versionOf(manifest: unknown): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}
