/** Milliseconds between two beats of the event loop, and between two looks of the thread at them. */
export const beatMs = 500;
/** Milliseconds between two looks while there is no new beat. */
export const closeLookMs = 100;

/** What the watchdog's thread gets. */
export interface ThreadOptions {
  /** Of an Int32Array: `shared-state.ts` says which number is which. */
  readonly state: ArrayBufferLike;
  readonly logs: boolean;
  readonly worker: number | undefined;
  /** Bytes of the heap at which V8 ends the process. */
  readonly heapLimit: number;
}

export function isThreadOptions(value: unknown): value is ThreadOptions {
  return typeof value === 'object' && value !== null && 'state' in value && value.state instanceof SharedArrayBuffer;
}
