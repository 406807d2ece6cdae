import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';
import { isObject, type Place } from '#base';
import { placeInFrames } from '#watchdog';
import type { Bundle } from '../files/bundle.ts';

/** Time-out in milliseconds for the answer of the thread. */
const patienceMs = 3_000;

/**
 * Finds the source line at which a blocked thread is, by pausing it through the inspector, and terminates the
 * thread. Undefined when the thread does not answer, and on Node 22, which crashes when asked.
 */
export async function locateBlockedThread(thread: Worker, bundle: Bundle): Promise<Place | undefined> {
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
