import { resolve } from 'node:path';
import type { BuildOptions, Loader, Metafile } from 'esbuild';
import { ownFiles, requireOwn, StartupError, stoaVersion, versionIn } from '#base';
import { buildFindings } from './build-findings.ts';
import { inputFile } from './css-modules.ts';

/** URL path below which the gateway serves built files. */
export const assetsPath = '/assets/';

const pictures = ['.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.woff2'];

/** Options that the builds of server code, styles and islands share, so that a file has one URL in all of them. */
export const sharedOptions = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  // The code of an extension must not depend on a tsconfig.json in a folder above it.
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

/** Absolute paths of the input files of a build in the folder `/`. */
export function inputsOf({ inputs }: Metafile): readonly string[] {
  // An input in a namespace of ours, such as an entry, is no file.
  return Object.keys(inputs).flatMap((name) =>
    /^[a-z-]+:/.test(inputFile(name)) ? [] : resolve('/', inputFile(name)),
  );
}

/** Read from package.json, because a start with nothing to build does not load esbuild. */
export const esbuildVersion = versionIn(requireOwn('esbuild/package.json'));

/** Identifies this installation of Stoa: builds that are kept contain URLs into it. */
export const installation = `${stoaVersion} ${ownFiles.codeFolder}`;

/** Throws the errors of a failed build in this folder as findings. */
export function throwFindings(error: unknown, folder = '/'): never {
  // esbuild rejects with an error that has the messages of the build.
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) throw error;
  throw new StartupError(buildFindings(error.errors, folder), { cause: error });
}
