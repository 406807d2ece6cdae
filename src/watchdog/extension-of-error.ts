import { findSourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Place } from '#base';
import { extensionOfBundle, isTeamsOwn } from './bundle-frames.ts';
import { currentExtension } from './extension-context.ts';

/** The newest bundle of each extension that was imported. */
const bundles = new Map<string, string>();

/** Remembers an imported bundle, so that errors of its code are found by their source files. */
export function noteBundle(file: string): void {
  const extension = extensionOfBundle(file);
  if (extension !== undefined) bundles.set(extension, file);
}

/** The extension whose code threw the error: by the error's stack, or else by the asynchronous context. */
export function extensionOfError(error: unknown): string | undefined {
  const frames = framesOf(error);
  const own = frames.filter(({ file }) => isTeamsOwn(file));
  for (const { file } of [...own, ...frames]) {
    const extension = extensionOfBundle(file) ?? extensionOfSource(file);
    if (extension !== undefined) return extension;
  }
  return currentExtension();
}

export function extensionOfSource(file: string): string | undefined {
  for (const [extension, bundle] of bundles) if (sourcesOf(bundle).has(file)) return extension;
  return undefined;
}

/** The source files of an imported bundle. */
export function sourcesOf(bundleFile: string): ReadonlySet<string> {
  const map = findSourceMap(bundleFile) ?? findSourceMap(pathToFileURL(bundleFile).href);
  return new Set((map?.payload.sources ?? []).map((source) => resolvedSource(source, bundleFile)));
}

function resolvedSource(source: string, bundleFile: string): string {
  return source.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(bundleFile), source);
}

/** The places in an error's stack, innermost first. */
export function framesOf(error: unknown): readonly Required<Place>[] {
  return stackOf(error)
    .split('\n')
    .flatMap((line) => {
      const [, file, row, column] = /^\s+at (?:.* \()?(.+):(\d+):(\d+)\)?$/.exec(line) ?? [];
      if (file === undefined) return [];
      const path = file.startsWith('file:') ? fileURLToPath(file) : file;
      return [{ file: path, line: Number(row), column: Number(column) }];
    });
}

function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : '';
  } catch {
    // A getter or proxy of an extension. Its name is then that of the asynchronous context.
    return '';
  }
}
