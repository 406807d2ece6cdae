/** What asks this process to stop: SIGINT, SIGTERM, and SIGHUP where it means that the terminal is gone. */
export interface StopRequests {
  /** Aborted by the first request: finish what is under way. */
  readonly first: AbortSignal;
  /** Aborted when somebody asks once more: do not wait. A third time ends the process at once. */
  readonly second: AbortSignal;
  /** What a SIGHUP that is no stop request asks for; before that is said, it asks for nothing. */
  onHangUp(listener: () => void): void;
}

/** Milliseconds in which signals are one request: a terminal, npm and a parent process each hand on the same Ctrl-C. */
const oneRequestMs = 1_000;

/** From here on such a request is heard instead of ending the process. */
export function hearStopRequests({ hangUpStops = true } = {}): StopRequests {
  const first = new AbortController();
  const second = new AbortController();
  let heardAt = Number.NEGATIVE_INFINITY;

  const onRequest = (): void => {
    if (performance.now() - heardAt < oneRequestMs) return;
    heardAt = performance.now();
    if (second.signal.aborted) process.exit(1);
    (first.signal.aborted ? second : first).abort();
  };
  let hangUp: () => void = () => undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onRequest);
  process.on('SIGHUP', () => (hangUpStops ? onRequest() : hangUp()));
  return { first: first.signal, second: second.signal, onHangUp: (listener) => (hangUp = listener) };
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
