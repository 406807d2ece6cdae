const dayMs = 24 * 60 * 60 * 1000;
/** Minute, hour, day, month and year are other ones. */
const laterMs = 411 * dayMs + 3_661_000;

/** Calls a function at another date, by the mock of timers in Node's test runner. For development and tests. */
export function atOtherTime<Result>(call: () => Result): Result {
  // Not imported, so that production does not load the test runner.
  const { timers } = process.getBuiltinModule('node:test').mock;
  timers.enable({ apis: ['Date'], now: Date.now() + laterMs });
  try {
    return call();
  } finally {
    timers.reset();
  }
}
