import { type ExtensionId, isPromise } from '#base';
import { isIterable } from './completion.ts';
import { Fault } from './fault.ts';

/** How long a run waits for extensions. */
export interface CallLimits {
  /** Starts a call's time limit; `waiting` is given up when it ends. Undefined when the call has no limit. */
  start(extension: ExtensionId, waiting: Waiting): LimitedCall | undefined;
}

export interface Waiting {
  /** The call took too long, for this reason. A later result is dropped. */
  giveUp(error: Error): void;
}

export interface LimitedCall {
  /** The call has ended. Another call reports its result. */
  stop(): void;
  /** The call has ended with this failure; undefined means success. */
  answered(failure: unknown): void;
}

/** The extension that a run waits for, and its limits. */
export interface Limits {
  readonly extension: ExtensionId | undefined;
  readonly calls: CallLimits | undefined;
}

type Values = readonly unknown[];

/** Waits for the promises of a column, if any. Late or rejected ones become Faults. Never rejects. */
export function awaited(
  values: Values,
  limits: Limits,
  any = (all: Values) => all.some(isPromise),
): Values | Promise<Values> {
  return any(values) ? new ColumnWait(values, limits).settled : values;
}

/** Waits for all promises of one column as one call, so a long list costs no more than a short one. */
class ColumnWait implements Waiting {
  readonly settled: Promise<Values>;
  readonly #extension: ExtensionId | undefined;
  readonly #values: unknown[];
  readonly #resolve: (values: Values) => void;
  readonly #call: LimitedCall | undefined;
  #left = 0;
  #isOver = false;
  #failure: unknown;

  constructor(values: Values, { extension, calls }: Limits) {
    const { promise, resolve } = Promise.withResolvers<Values>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#extension = extension;
    this.#values = Array.from(values);
    this.#call = extension === undefined ? undefined : calls?.start(extension, this);
    for (const [index, value] of this.#values.entries()) {
      if (!isPromise(value)) continue;
      this.#left++;
      void this.#wait(index, value);
    }
  }

  giveUp(error: Error): void {
    this.#isOver = true;
    const late = new Fault(error, this.#extension);
    this.#resolve(this.#values.map((value) => (isPromise(value) ? late : value)));
  }

  async #wait(index: number, value: PromiseLike<unknown>): Promise<void> {
    let settled: unknown;
    try {
      settled = await value;
    } catch (error) {
      this.#failure ??= error;
      settled = new Fault(error, this.#extension);
    }
    if (this.#isOver) return;
    this.#values[index] = settled;
    if (--this.#left > 0) return;
    this.#call?.answered(this.#failure);
    this.#resolve(this.#values);
  }
}

/** Settles as the promise does, or as `late` decides when the extension's time-out comes first. */
export function withinTime<Value>(
  promise: PromiseLike<Value>,
  { extension, calls }: Limits,
  late: (error: Error) => Value,
  failureOf: (value: Value) => unknown = () => undefined,
): PromiseLike<Value> {
  if (extension === undefined || calls === undefined) return promise;
  return new Wait({ promise, late, failureOf }, { extension, calls }).settled;
}

interface Waited<Value> {
  readonly promise: PromiseLike<Value>;
  readonly late: (error: Error) => Value;
  readonly failureOf: (value: Value) => unknown;
}

class Wait<Value> implements Waiting {
  readonly settled: Promise<Value>;
  readonly #waited: Waited<Value>;
  readonly #resolve: (value: Value) => void;
  readonly #reject: (error: unknown) => void;
  #call: LimitedCall | undefined;

  constructor(
    waited: Waited<Value>,
    { extension, calls }: { readonly extension: ExtensionId; readonly calls: CallLimits },
  ) {
    const { promise: settled, resolve, reject } = Promise.withResolvers<Value>();
    this.settled = settled;
    this.#waited = waited;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#call = calls.start(extension, this);
    void this.#wait(waited.promise);
  }

  giveUp(error: Error): void {
    // A late end is not reported again.
    this.#call = undefined;
    this.#resolve(this.#waited.late(error));
  }

  async #wait(promise: PromiseLike<Value>): Promise<void> {
    try {
      const value = await promise;
      // An array of promises is not an answer yet. Another call waits for them and reports the result.
      if (Array.isArray(value) && value.some(isPromise)) this.#call?.stop();
      else this.#call?.answered(this.#waited.failureOf(value));
      this.#resolve(value);
    } catch (error) {
      this.#call?.answered(error);
      this.#reject(error);
    }
  }
}

/** Awaits the promises in a value and its lists, to the depth of its type. Iterables become arrays. Never rejects. */
export async function settle(value: unknown, lists: number, limits: Limits): Promise<unknown> {
  try {
    const settled = isPromise(value)
      ? await withinTime(value, limits, (error) => new Fault(error, limits.extension))
      : value;
    if (lists === 0 || settled instanceof Fault || settled instanceof Error || !isIterable(settled)) return settled;
    return await Promise.all(Array.from(settled, (item) => settle(item, lists - 1, limits)));
  } catch (error) {
    return new Fault(error, limits.extension);
  }
}
