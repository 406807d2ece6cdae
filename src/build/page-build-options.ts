import { resolve } from 'node:path';
import type { BuildOptions, Loader, Message, Metafile } from 'esbuild';
import { inputFile } from './css-modules.ts';

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

/** Absolute paths of the files that a build in the folder `/` has read. */
export function inputsOf({ inputs }: Metafile): readonly string[] {
  // What has a namespace of our own, such as an entry, is no file.
  return Object.keys(inputs).flatMap((name) =>
    /^[a-z-]+:/.test(inputFile(name)) ? [] : resolve('/', inputFile(name)),
  );
}
