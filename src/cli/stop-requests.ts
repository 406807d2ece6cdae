/** What asks this process to stop: SIGINT, SIGTERM, SIGHUP (the terminal is gone), or the end of the process that watches it. */
export interface StopRequests {
  /** Aborted by the first request: finish what is under way. */
  readonly first: AbortSignal;
  /** Aborted when somebody asks once more: do not wait. A third time ends the process at once. */
  readonly second: AbortSignal;
}

/** Milliseconds in which signals are one request: a terminal, npm and a parent process each hand on the same Ctrl-C. */
const oneRequestMs = 1_000;

/** From here on such a request is heard instead of ending the process. */
export function hearStopRequests(): StopRequests {
  const first = new AbortController();
  const second = new AbortController();
  let heardAt = Number.NEGATIVE_INFINITY;

  const onRequest = (): void => {
    if (performance.now() - heardAt < oneRequestMs) return;
    heardAt = performance.now();
    if (second.signal.aborted) process.exit(1);
    (first.signal.aborted ? second : first).abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onRequest);
  process.once('disconnect', onRequest);
  // Listening to it must not keep a process that has nothing else to do.
  process.channel?.unref();
  return { first: first.signal, second: second.signal };
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
