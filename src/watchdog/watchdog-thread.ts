/** The thread of `watchdog.ts`. It imports no other room, so that it takes little memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { BlockWatch } from './block-watch.ts';
import { HeapWatch } from './heap-watch.ts';
import { createThreadLog } from './thread-log.ts';
import { beatMs, closeLookMs, isThreadOptions } from './thread-options.ts';

if (!isThreadOptions(workerData)) throw new Error('watchdog-thread.ts was started without its options');
const { state, heapLimit } = workerData;
const log = createThreadLog(workerData);

let names: readonly unknown[] = [];
parentPort?.on('message', (message: unknown) => {
  if (Array.isArray(message)) names = message;
});
const nameOf = (number: number): string | undefined => {
  const name = names[number - 1];
  return typeof name === 'string' ? name : undefined;
};

const blocks = new BlockWatch({ state: new Int32Array(state), log, nameOf });
const heap = new HeapWatch({ heapLimit, log });
look();

function look(): void {
  heap.look();
  setTimeout(look, blocks.look() ? beatMs : closeLookMs);
}
