import { Worker } from 'node:worker_threads';

export interface LoadWatch {
  /** Something new begins to load: it has the whole time. */
  restart(): void;
  close(): Promise<void>;
}

/**
 * Ends what keeps this thread busy without a pause for `timeoutMs`. An endless loop at the top of a module lets nothing
 * else of its thread run, no timer either: only the inspector, from another thread, can end it.
 */
export function watchLoad(timeoutMs: number): LoadWatch {
  const worker = new Worker(watcher, { eval: true, workerData: timeoutMs });
  worker.unref();
  return {
    restart: () => worker.postMessage('restart'),
    close: async () => {
      await worker.terminate();
    },
  };
}

// Node 22 does not survive that (an assertion of its own fails), so there the process ends, and says why first.
const watcher = `
  const { parentPort, workerData: timeoutMs } = require('node:worker_threads');
  const survives = Number(process.versions.node.split('.')[0]) >= 24;
  let timer = setTimeout(end, timeoutMs);
  parentPort.on('message', () => {
    clearTimeout(timer);
    timer = setTimeout(end, timeoutMs);
  });
  function end() {
    if (!survives) {
      const text = 'EXTENSION_LOADS_FOREVER: a module loops at its top level; a newer Node could say whose.\\n';
      require('node:fs').writeSync(2, text);
      process.kill(process.pid, 'SIGKILL');
    }
    const { Session } = require('node:inspector');
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.terminateExecution', () => session.disconnect());
  }
`;
