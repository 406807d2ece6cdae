/** Errors of a module that no code catches, such as those of timers and of promises that it does not await. */
export interface StrayErrors {
  /** Resolves with the first error. Stays pending without one. */
  readonly first: Promise<unknown>;
  close(): void;
}

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Catches the uncaught errors that are `ours`. For any other error the process ends as without this function,
 * unless there is another listener.
 */
export function catchStrayErrors(isOurs: (error: unknown) => boolean): StrayErrors {
  const { promise: first, resolve } = Promise.withResolvers<unknown>();
  const close = (): void => {
    for (const [event, listener] of listeners) process.off(event, listener);
  };
  const listeners = events.map((event) => {
    const listener = (error: unknown): void => {
      if (isOurs(error)) {
        resolve(error);
        return;
      }
      if (process.listenerCount(event) > 1) return;
      close();
      queueMicrotask(() => {
        throw error;
      });
    };
    process.on(event, listener);
    return [event, listener] as const;
  });
  return { first, close };
}
