/** Numbers that the main thread writes, and the watchdog's thread reads. */
export const state = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));

/** The index of each number in the state. */
export const cell = {
  /** When the event loop turned last, by `clockMs`. */
  beat: 0,
  /** The number of the extension whose call was entered last; 0 for none. */
  lastCall: 1,
  /** Milliseconds until a blocked process ends; 0 for never. */
  exitMs: 2,
  /** 1 while the inspector listens: a debugger may pause the thread. */
  debugged: 3,
} as const;

/** Milliseconds of a clock that all threads share. Wraps after 49 days, so only differences count. */
export function clockMs(): number {
  return Number(BigInt.asIntN(32, process.hrtime.bigint() / 1_000_000n));
}
