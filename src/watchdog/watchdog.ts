import { url as inspectorUrl } from 'node:inspector';
import { getCompileCacheDir } from 'node:module';
import { getCallSites } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Logger, ownFiles } from '#base';
import { exitNow } from './exit-guards.ts';
import { currentExtension, knownExtensions } from './extension-context.ts';
import { cell, clockMs, state } from './shared-state.ts';
import { beatMs, type ThreadOptions } from './thread-options.ts';
import { hooksKey, type Look, type WatchdogHooks } from './watched-thread.ts';

export interface WatchdogOptions {
  readonly logger: Logger;
  /** False for a logger that writes nothing. The thread writes its lines itself. */
  readonly logs: boolean;
  /** The worker's number in these lines; undefined in the only process. */
  readonly worker?: number | undefined;
  /** Milliseconds until a blocked process exits with 86; 0 for never. Read again at each beat, for reloads. */
  readonly exitMs: () => number;
  /** Called on the blocked thread: SIGTERM and SIGINT get their default action, which ends the process at once. */
  readonly onBlocked: () => void;
  /** Called when the event loop runs again. */
  readonly onFree: () => void;
}

/**
 * Starts a thread that watches this one. After a second without a turn of the event loop it logs which extension
 * blocks, with file and line. After `exitMs` it ends the process. It also logs which extension allocates when the
 * heap comes near its limit. It does nothing while a debugger is attached.
 */
export function startWatchdog(options: WatchdogOptions): AsyncDisposable {
  const { logger, logs, worker: number } = options;
  let isBlocked = false;
  const look = (blocked: boolean): Look => {
    const debugged = inspectorUrl() !== undefined;
    if (blocked && !debugged && !isBlocked) {
      isBlocked = true;
      options.onBlocked();
    }
    return { debugged, extension: currentExtension(), frames: getCallSites(200, { sourceMap: false }) };
  };
  const hooks: WatchdogHooks = {
    look: (blocked) => JSON.stringify(look(blocked)),
    heapUsed: () => getHeapStatistics().used_heap_size,
    exit: exitNow,
  };
  Object.defineProperty(globalThis, hooksKey, { value: hooks, configurable: true });

  const data: ThreadOptions = {
    state: state.buffer,
    logs,
    worker: number,
    heapLimit: getHeapStatistics().heap_size_limit,
  };
  const cacheFolder = getCompileCacheDir();
  const worker = new Worker(ownFiles.watchdogThread, {
    workerData: data,
    // Without the cache, Node's type stripper takes 15 MB in the thread. The thread needs no other variable.
    env: { ...(cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder }) },
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64, stackSizeMb: 1 },
  });
  worker.unref();
  worker.on('error', (err) => logger.error('the watchdog has ended', { err }));

  let sent = 0;
  const beat = (): void => {
    state[cell.exitMs] = options.exitMs();
    state[cell.debugged] = inspectorUrl() === undefined ? 0 : 1;
    const now = clockMs();
    const blockedMs = (now - Atomics.exchange(state, cell.beat, now)) | 0;
    const extensions = knownExtensions();
    if (extensions.length !== sent) worker.postMessage([...extensions]);
    sent = extensions.length;
    if (!isBlocked) return;
    isBlocked = false;
    logger.warn('event loop free', { blockedMs });
    options.onFree();
  };
  beat();
  const timer = setInterval(beat, beatMs).unref();
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      Reflect.deleteProperty(globalThis, hooksKey);
      await worker.terminate();
    },
  };
}
