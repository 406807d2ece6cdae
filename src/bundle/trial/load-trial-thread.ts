/** The worker thread of `load-trial.ts`. It loads the bundles that it gets, one at a time, and posts each outcome. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { isExtensionId, isObject, ownFiles, StartupError } from '#base';
import type { Bundle } from '../files/bundle.ts';

// Requests of the running shop go first. Linux has a priority per thread, other systems only per process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + 5, 19));
const { importBundle } = await import('./import-bundle.ts');

const { preload, timeoutMs } = readOptions(workerData);
const port = parentPort;
if (port === null) throw new Error('load-trial-thread.ts runs in a thread of load-trial.ts');
if (preload)
  await Promise.all([
    import('express'),
    import('graphql'),
    import('react/jsx-runtime'),
    import(ownFiles.extensionApiUrl),
  ]);

port.on('message', (message: unknown) => {
  void load(message).then((outcome) => port.postMessage(outcome));
});

async function load(message: unknown): Promise<unknown> {
  if (!isBundle(message)) throw new Error('not a bundle');
  port?.postMessage('started');
  try {
    await importBundle(message, { timeoutMs });
    return [];
  } catch (error) {
    if (error instanceof StartupError) return error.findings;
    throw error;
  }
}

function readOptions(data: unknown): { readonly preload: boolean; readonly timeoutMs: number } {
  if (isObject(data) && typeof data.preload === 'boolean' && typeof data.timeoutMs === 'number')
    return { preload: data.preload, timeoutMs: data.timeoutMs };
  throw new Error('the thread was started without its options');
}

function isBundle(value: unknown): value is Bundle {
  return isObject(value) && typeof value.file === 'string' && isExtensionId(String(value.extension));
}
