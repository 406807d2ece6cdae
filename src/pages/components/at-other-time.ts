import { mock } from 'node:test';

const yearMs = 366 * 24 * 60 * 60 * 1000;

/** Calls a function at another date, with the standard library's mock of timers. For development and tests. */
export function atOtherTime<Result>(call: () => Result): Result {
  // Every part of the date is another one: second, minute, hour, day, month and year.
  mock.timers.enable({ apis: ['Date'], now: Date.now() + yearMs + 40 * 24 * 3_600_000 + 3_661_000 });
  try {
    return call();
  } finally {
    mock.timers.reset();
  }
}
