import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop between two steps of long work, so that waiting requests are answered first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
