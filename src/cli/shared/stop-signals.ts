import { type LogLevel, standardErrorLog } from '#base';
import type { startSdk } from '#telemetry';
import { startWatchdog } from '#watchdog';

/** Signals that ask this process to stop: SIGINT, SIGTERM, and SIGHUP when it means that the terminal was closed. */
export interface StopSignals {
  /** Aborted by the first request: finish running requests. */
  readonly first: AbortSignal;
  /** Aborted by the second request: do not wait. A third one ends the process at once. */
  readonly second: AbortSignal;
  /** Sets the listener for a SIGHUP that is no stop request. Without a listener, such a SIGHUP is ignored. */
  onHangUp(listener: () => void): void;
  /** Gives SIGINT and SIGTERM their default action, or takes it away. A blocked process runs no listener. */
  setDefaultAction(isDefault: boolean): void;
}

/** Milliseconds in which signals count as one: a terminal, npm and a parent process all forward the same Ctrl-C. */
const oneRequestMs = 1_000;

/** Handles the signals, which no longer end the process. */
export function listenForStopSignals({ hangUpStops = true } = {}): StopSignals {
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
  const setDefaultAction = (isDefault: boolean): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process[isDefault ? 'off' : 'on'](signal, onRequest);
  };
  setDefaultAction(false);
  process.on('SIGHUP', () => (hangUpStops ? onRequest() : hangUp()));
  return { first: first.signal, second: second.signal, onHangUp: (listener) => (hangUp = listener), setDefaultAction };
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Starts the watchdog. While the process is blocked, a signal ends it at once. */
export function watch(
  { setDefaultAction }: StopSignals,
  logLevel: LogLevel,
  options: Pick<Parameters<typeof startWatchdog>[0], 'logger' | 'exitMs'>,
): AsyncDisposable {
  const [onBlocked, onFree] = [() => setDefaultAction(true), () => setDefaultAction(false)];
  return startWatchdog({ ...options, logs: logLevel !== 'silent', onBlocked, onFree });
}

/** Milliseconds for closing everything after the last request. */
export const closeMs = 1_800;
/** Milliseconds for the reader of standard error to take the last lines. */
const logFlushMs = 500;

export async function exit(sdk: ReturnType<typeof startSdk>): Promise<never> {
  await sdk?.stop();
  await standardErrorLog().flush(logFlushMs);
  // Explicitly, because a timer of an extension would keep the process alive.
  process.exit(0);
}
