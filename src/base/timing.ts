import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop between two steps of long work, so that waiting requests are answered first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** Resolves like the work, or rejects when it takes longer than `ms` milliseconds. It does not cancel the work. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves like the work, or rejects with the signal's reason as soon as it is aborted, whatever the work does. */
export async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** A mutex: returns a function that runs work one piece at a time, in the order of calls, also after a failure. */
export function createMutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = previous.then(work);
    previous = turn.catch(() => undefined);
    return turn;
  };
}
