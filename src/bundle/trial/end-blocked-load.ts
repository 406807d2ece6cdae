import { Worker } from 'node:worker_threads';
import { loadTimeoutMs } from './import-bundle.ts';

/**
 * Terminates code that blocks this thread for `timeoutMs`. An endless loop at the top level of a module blocks
 * timers too, so another thread ends it through the inspector.
 */
export function endBlockedLoad(timeoutMs = loadTimeoutMs + 500) {
  const worker = new Worker(watcher, { eval: true, workerData: timeoutMs });
  worker.unref();
  return {
    /** Restarts the time-out for the next module. */
    restart: () => worker.postMessage('restart'),
    close: async () => {
      await worker.terminate();
    },
  };
}

// Node 22 fails an assertion of its own at this call, so there the process prints the reason and ends.
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
