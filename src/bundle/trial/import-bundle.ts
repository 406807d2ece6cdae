import { findSourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { awaitsInCode, errorFinding, type Place, StartupError } from '#base';
import type { Bundle, BundleModule } from '../files/bundle.ts';

/** Time-out for loading the modules of one extension. */
export const loadTimeoutMs = 10_000;

/**
 * Imports a bundle and returns its exports. Throws a {@link StartupError} with the source file and line when a
 * module throws or causes an unhandled rejection. It also throws when a module has not finished after `timeoutMs`
 * milliseconds.
 */
export async function importBundle(
  bundle: Bundle,
  { timeoutMs = loadTimeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<BundleModule> {
  // Node reads source maps while a module loads. Stack traces then have the extension's source files.
  process.setSourceMapsEnabled(true);
  const { exit } = process;
  process.exit = (code) => refuseExit(code, { bundle, exit });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late'>((done) => {
    timer = setTimeout(done, timeoutMs, 'late');
  });
  const strays = catchUncaughtErrors((error) => placeOfThrow(error, bundle) !== undefined);
  const stray = strays.first.then((error) => raise(error));
  try {
    const module: unknown = await Promise.race([import(pathToFileURL(bundle.file).href), tooLate, stray]);
    if (module === 'late') throw lateError(bundle, timeoutMs);
    // Node reports unhandled rejections after the module has loaded.
    await Promise.race([immediate(), stray]);
    if (!isBundleModule(module)) throw new TypeError(`${bundle.file} is not a bundle`);
    return module;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw thrownError(bundle, error);
  } finally {
    clearTimeout(timer);
    strays.close();
    process.exit = exit;
  }
}

// A module that ends the process would make a start or check look successful.
function refuseExit(
  code: string | number | null | undefined,
  { bundle, exit }: { readonly bundle: Bundle; readonly exit: NodeJS.Process['exit'] },
): never {
  const refusal = new Error(`process.exit(${code ?? ''}) would end the whole shop`);
  return placeOfThrow(refusal, bundle) === undefined ? exit(code) : raise(refusal);
}

function raise(error: unknown): never {
  throw error;
}

function lateError(bundle: Bundle, timeoutMs: number): StartupError {
  const { extension, file } = bundle;
  const what = `the extension "${extension}" has not finished loading after ${timeoutMs} ms`;
  const fix = 'Do not wait or loop at the top level of a module, outside of functions.';
  // It is unknown which `await` is pending, so the finding lists them all.
  const [where = { file }, ...related] = [...sourcesOf(bundle)].filter(isTeamsOwn).flatMap(awaitsInCode);
  return new StartupError([errorFinding('EXTENSION_LOADS_FOREVER', { where, what, fix, related })]);
}

function thrownError(bundle: Bundle, error: unknown): StartupError {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `what is not an Error: ${String(error)}`;
  const where = placeOfThrow(error, bundle) ?? { file: bundle.file };
  const what = `throws while it loads: ${message}`;
  const fix =
    'Correct it there. Move what may fail into a function: the top level of a module runs at each start and reload.';
  return new StartupError([errorFinding('EXTENSION_THROWS', { where, what, fix })], { cause: error });
}

// The first stack frame in a file of the extension, or else in one of its packages.
function placeOfThrow(error: unknown, bundle: Bundle): Place | undefined {
  const sources = sourcesOf(bundle);
  const places = framesOf(error).filter(({ file }) => sources.has(file));
  return places.find(({ file }) => isTeamsOwn(file)) ?? places[0];
}

function isTeamsOwn(file: string): boolean {
  return !file.includes('/node_modules/');
}

function sourcesOf({ file }: Bundle): ReadonlySet<string> {
  const map = findSourceMap(file) ?? findSourceMap(pathToFileURL(file).href);
  return new Set((map?.payload.sources ?? []).map((source) => resolvedSource(source, file)));
}

function resolvedSource(source: string, bundleFile: string): string {
  return source.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(bundleFile), source);
}

function framesOf(error: unknown): readonly Required<Place>[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').flatMap((line) => {
    const [, file, row, column] = /^\s+at (?:.* \()?(.+):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (file === undefined) return [];
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    return [{ file: path, line: Number(row), column: Number(column) }];
  });
}

function isBundleModule(module: unknown): module is BundleModule {
  if (typeof module !== 'object' || module === null) return false;
  const { handlers, resolvers, pages }: Partial<Record<keyof BundleModule, unknown>> = module;
  return typeof handlers === 'object' && handlers !== null && Array.isArray(resolvers) && Array.isArray(pages);
}

/** Errors of a module that no code catches, such as those of timers and of promises that it does not await. */
interface UncaughtErrors {
  /** Resolves with the first error. Stays pending without one. */
  readonly first: Promise<unknown>;
  close(): void;
}

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Catches the uncaught errors that are `ours`. For any other error the process ends as without this function,
 * unless there is another listener.
 */
function catchUncaughtErrors(isOurs: (error: unknown) => boolean): UncaughtErrors {
  const { promise: first, resolve } = Promise.withResolvers<unknown>();
  const close = (): void => {
    for (const [event, listener] of listeners) process.off(event, listener);
  };
  const listeners = events.map((event) => {
    const listener = (error: unknown): void => {
      if (isOurs(error)) {
        resolve(error);
        return;
      }
      if (process.listenerCount(event) > 1) return;
      close();
      queueMicrotask(() => {
        throw error;
      });
    };
    process.on(event, listener);
    return [event, listener] as const;
  });
  return { first, close };
}
