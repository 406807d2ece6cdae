import { Session } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { errorFinding, errorMessage, type Finding, isObject, ownFiles, type Place } from '#base';
import { placeInFrames } from '#watchdog';
import type { Bundle } from '../files/bundle.ts';
import { lateError } from './import-bundle.ts';

/** Time-out for loading the modules of one extension while the shop is open. */
const trialTimeoutMs = 2_000;

/** Memory limit of the thread. A module that never stops allocating ends the thread, not the process. */
const trialMemoryMb = 512;

/** Loads bundles in a worker thread first, so that a module that blocks or exits does not stop the shop. */
interface LoadTrials {
  /** Returns the bundles that do not load, with the reasons. */
  try(bundles: readonly Bundle[]): Promise<readonly FailedTrial[]>;
  close(): Promise<void>;
}

interface FailedTrial {
  readonly bundle: Bundle;
  readonly findings: readonly Finding[];
}

/**
 * `warm` keeps a spare thread that has loaded the gateway's packages, which takes most of a trial's time. Each
 * trial has its own thread, so that timers and globals of its modules end with it.
 */
export function createLoadTrials({ warm }: { readonly warm: boolean }): LoadTrials {
  let spare = warm ? startThread(true) : undefined;
  return {
    async try(bundles) {
      const failed: FailedTrial[] = [];
      for (let remaining = bundles; remaining.length > 0; ) {
        const thread = spare ?? startThread(false);
        spare = undefined;
        try {
          const outcome = await tryInOrder(thread, remaining);
          if (outcome.failed !== undefined) failed.push(outcome.failed);
          remaining = remaining.slice(outcome.tried);
        } finally {
          await thread.terminate();
        }
      }
      if (warm) spare ??= startThread(true);
      return failed;
    },
    async close() {
      await spare?.terminate();
      spare = undefined;
    },
  };
}

function startThread(preload: boolean): Worker {
  const thread = new Worker(ownFiles.loadTrialThread, {
    workerData: { preload, timeoutMs: trialTimeoutMs },
    resourceLimits: { maxOldGenerationSizeMb: trialMemoryMb },
    // The output of modules is discarded here. It appears when the shop itself loads them.
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  // `tryOne` reports errors of trials. Without this listener, an error of the idle spare thread would end the process.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/** Resolves with the number of tried bundles. After a failure, the thread cannot be used for the rest. */
async function tryInOrder(
  thread: Worker,
  bundles: readonly Bundle[],
): Promise<{ readonly tried: number; readonly failed?: FailedTrial }> {
  for (const [index, bundle] of bundles.entries()) {
    const findings = await tryOne(thread, bundle);
    if (findings.length > 0) return { tried: index + 1, failed: { bundle, findings } };
  }
  return { tried: bundles.length };
}

async function tryOne(thread: Worker, bundle: Bundle): Promise<readonly Finding[]> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onError = (error: unknown): void => resolve([brokenFinding(bundle, error)]);
  const onExit = (): void => resolve([brokenFinding(bundle, new Error('its thread has ended'))]);
  // 250 ms longer than the thread's own time-out, because the thread gives a better finding unless it is blocked.
  let timer: NodeJS.Timeout | undefined;
  const onMessage = (message: unknown): void => {
    if (message === 'started') timer = setTimeout(resolve, trialTimeoutMs + 250, 'busy');
    else resolve(message);
  };
  thread.on('message', onMessage).once('error', onError).once('exit', onExit);
  thread.postMessage(bundle);
  const outcome = await promise;
  clearTimeout(timer);
  thread.off('message', onMessage).off('error', onError).off('exit', onExit);
  if (outcome === 'busy') return await busyFindings(thread, bundle);
  return isFindings(outcome) ? outcome : [];
}

async function busyFindings(thread: Worker, bundle: Bundle): Promise<readonly Finding[]> {
  const where = await locateBlockedThread(thread, bundle);
  // It runs none of its code: it waits, and on a busy machine its thread is too late to say so.
  if (where === undefined) return lateError(bundle, trialTimeoutMs).findings;
  const what = `the extension "${bundle.extension}" keeps the process busy while it loads, for more than ${trialTimeoutMs} ms`;
  const fix = 'Do not wait or loop at the top level of a module, outside of functions.';
  return [errorFinding('EXTENSION_LOADS_FOREVER', { where, what, fix })];
}

function brokenFinding({ file, extension }: Bundle, error: unknown): Finding {
  const message = errorMessage(error);
  const what = `the extension "${extension}" ends its process while it loads: ${message}`;
  const fix = 'Look at the top level of its modules for what ends the process, or never stops taking memory.';
  return errorFinding('EXTENSION_THROWS', { where: { file }, what, fix });
}

// The messages come from load-trial-thread.ts, which sends findings.
function isFindings(value: unknown): value is readonly Finding[] {
  return Array.isArray(value) && value.every((each) => isObject(each) && 'code' in each && 'where' in each);
}

/** Time-out in milliseconds for the answer of the thread. */
const patienceMs = 3_000;

/**
 * Finds the source line at which a blocked thread is, by pausing it through the inspector, and terminates the
 * thread. Undefined when the thread does not answer, and on Node 22, which crashes when asked.
 */
async function locateBlockedThread(thread: Worker, bundle: Bundle): Promise<Place | undefined> {
  if (Number(process.versions.node.split('.')[0]) < 24) return undefined;
  const session = new Session();
  session.connect();
  const { promise, resolve } = Promise.withResolvers<Place | undefined>();
  const timer = setTimeout(resolve, patienceMs);
  const scripts = new Map<unknown, string>();
  let sessionId = '';
  const send = (id: number, method: string): void =>
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) });
  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    // `workerInfo.workerId` is a counter of the session. Only the title has the thread's id.
    if (!params.workerInfo.title.startsWith(`[worker ${thread.threadId}]`)) return;
    ({ sessionId } = params);
    send(1, 'Debugger.enable');
    send(2, 'Debugger.pause');
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    if (params.sessionId !== sessionId) return;
    const message: unknown = JSON.parse(params.message);
    if (!isObject(message) || !isObject(message.params)) return;
    const { scriptId, url, callFrames } = message.params;
    if (message.method === 'Debugger.scriptParsed') scripts.set(scriptId, String(url));
    if (message.method === 'Debugger.paused') resolve(placeOf(callFrames, scripts, bundle));
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const place = await promise;
  clearTimeout(timer);
  // Node cannot terminate a paused thread.
  send(3, 'Debugger.disable');
  await thread.terminate();
  session.disconnect();
  return place;
}

function placeOf(frames: unknown, scripts: ReadonlyMap<unknown, string>, { file }: Bundle): Place | undefined {
  const own = (Array.isArray(frames) ? frames : []).flatMap((frame: unknown) => {
    const location = isObject(frame) ? frame.location : undefined;
    if (!isObject(location) || scripts.get(location.scriptId)?.endsWith(file) !== true) return [];
    const { lineNumber, columnNumber } = location;
    return [{ scriptName: file, lineNumber: Number(lineNumber) + 1, columnNumber: Number(columnNumber) + 1 }];
  });
  return placeInFrames(own)?.place;
}
