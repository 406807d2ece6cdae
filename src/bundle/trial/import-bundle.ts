import { setImmediate as immediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { awaitsInCode, errorFinding, isObject, type Place, StartupError } from '#base';
import { framesOf, guardExits, isTeamsOwn, noteBundle, runAs, sourcesOf } from '#watchdog';
import type { Bundle, BundleModule } from '../files/bundle.ts';

/** Time-out for loading the modules of one extension. */
export const loadTimeoutMs = 10_000;

/**
 * Imports a bundle and returns its exports. Throws a {@link StartupError} with the source file and line when a
 * module throws or causes an unhandled rejection. It also throws when a module has not finished after `timeoutMs`
 * milliseconds. `load` imports the modules of a program that has them in its own file.
 */
export async function importBundle(
  bundle: Bundle,
  {
    timeoutMs = loadTimeoutMs,
    load = () => import(pathToFileURL(bundle.file).href),
  }: { readonly timeoutMs?: number; readonly load?: () => Promise<unknown> } = {},
): Promise<BundleModule> {
  // Node reads source maps while a module loads. Stack traces then have the extension's source files.
  process.setSourceMapsEnabled(true);
  // A module that ends the process would make a start or check look successful.
  guardExits();
  noteBundle(bundle.file);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late'>((done) => {
    timer = setTimeout(done, timeoutMs, 'late');
  });
  const strays = catchUncaughtErrors((error) => placeOfThrow(error, bundle) !== undefined);
  const stray = strays.first.then((error) => {
    throw error;
  });
  try {
    const loading = runAs(bundle.extension, load);
    const module: unknown = await Promise.race([loading, tooLate, stray]);
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
  }
}

export function lateError(bundle: Bundle, timeoutMs: number): StartupError {
  const { extension, file } = bundle;
  const what = `the extension "${extension}" has not finished loading after ${timeoutMs} ms`;
  const fix = 'Do not wait or loop at the top level of a module, outside of functions.';
  // It is unknown which `await` is pending, so the finding lists them all.
  const [where = { file }, ...related] = [...sourcesOf(bundle.file)].filter(isTeamsOwn).flatMap(awaitsInCode);
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
  const sources = sourcesOf(bundle.file);
  const places = framesOf(error).filter(({ file }) => sources.has(file));
  return places.find(({ file }) => isTeamsOwn(file)) ?? places[0];
}

function isBundleModule(module: unknown): module is BundleModule {
  if (typeof module !== 'object' || module === null) return false;
  const { handlers, resolvers, pages, tasks }: Partial<Record<keyof BundleModule, unknown>> = module;
  return isObject(handlers) && Array.isArray(resolvers) && Array.isArray(pages) && isObject(tasks);
}

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Catches the uncaught errors that are `ours`, such as those of timers and of promises that a module does not await:
 * `first` resolves with the first one. For any other error the process ends as without this function, unless there
 * is another listener.
 */
function catchUncaughtErrors(isOurs: (error: unknown) => boolean) {
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
