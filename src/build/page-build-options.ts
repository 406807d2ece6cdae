import type { BuildOptions, Loader, Message } from 'esbuild';

/** Where built files are served. */
export const assetsPath = '/assets/';

const pictures = ['.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.woff2'];

/** What the builds of server code, styles and islands have in common, so that a file has one address in all of them. */
export const sharedOptions = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  // What an extension means must not depend on whose tsconfig.json happens to lie above it.
  tsconfigRaw: '{}',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  logLimit: 0,
  metafile: true,
  write: false,
  publicPath: assetsPath,
  assetNames: '[name]-[hash]',
  loader: Object.fromEntries(pictures.map((ending): [string, Loader] => [ending, 'file'])),
} as const satisfies BuildOptions;

export function isBuildFailure(error: unknown): error is Error & { errors: Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
