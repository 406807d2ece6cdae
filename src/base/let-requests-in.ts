import { setImmediate } from 'node:timers/promises';

/** Between two steps of work that would otherwise keep the process busy in one go: what has come meanwhile is answered first. */
export async function letRequestsIn(): Promise<void> {
  await setImmediate();
}
