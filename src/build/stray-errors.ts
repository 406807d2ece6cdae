/** Errors of a module that reach nobody: of a promise that it does not await, of a timer. */
export interface StrayErrors {
  /** The first one; never settles while there is none. */
  readonly first: Promise<unknown>;
  close(): void;
}

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Node ends a process with such an error. Those that are `ours` are told instead; with any other the process ends as ever,
 * unless somebody else listens.
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
