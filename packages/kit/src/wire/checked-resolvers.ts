import { AsyncLocalStorage } from 'node:async_hooks';
import { type ResolverCall, type ResolverFile, wrapResolvers } from 'stoa/tooling';
import { crossJson, type Loss } from './cross-json.ts';

/** A resolver, by its file and `Type.field`. */
export interface ResolverPlace {
  readonly file: string;
  readonly field: string;
}

/** Called for a resolver that answers otherwise with what a wire leaves of its parent. */
export type ReportParent = (place: ResolverPlace, losses: readonly Loss[]) => void;

/** The comparisons of one fetch. They run at the same time, and its answer waits for them. */
export interface CheckedFetch {
  readonly place: ResolverPlace;
  readonly comparisons: Promise<void>[];
}

/** The resolver whose code runs. */
export const runningResolver = new AsyncLocalStorage<CheckedFetch>();

/**
 * The same resolvers. Each one whose parent would lose something on a wire runs a second time with what is left of
 * the parent. The first outcome counts; a difference is reported.
 */
export function checkedResolvers(resolvers: ResolverFile, report: ReportParent): ResolverFile {
  return wrapResolvers(resolvers, (call, { type, field, isBatch }) => {
    if (!isBatch && (field === '__resolveType' || field === '__isTypeOf')) return call;
    return checkedCall(call, { file: resolvers.file, field: `${type}.${field}` }, report);
  });
}

function checkedCall(call: ResolverCall, place: ResolverPlace, report: ReportParent): ResolverCall {
  return (parent, ...rest) => {
    const fetch = runningResolver.getStore();
    if (fetch === undefined) return call(parent, ...rest);
    const run = (given: unknown): unknown => runningResolver.run({ ...fetch, place }, () => call(given, ...rest));
    const crossed = crossJson(parent);
    if (crossed.losses.length === 0) return run(parent);
    const outcome = attempt(() => run(parent));
    const compare = async (): Promise<void> => {
      const [expected, actual] = [await settled(outcome), await settled(attempt(() => run(crossed.value)))];
      if (expected === actual) return;
      // What differs by itself, such as a random number, says nothing.
      if (expected === (await settled(attempt(() => run(parent))))) report(place, crossed.losses);
    };
    fetch.comparisons.push(compare());
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

function attempt(work: () => unknown): Outcome {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** An outcome as text, to be compared. */
async function settled(outcome: Outcome): Promise<string> {
  try {
    if ('error' in outcome) throw outcome.error;
    const value: unknown = await outcome.value;
    if (!Array.isArray(value)) return textOf(value);
    const items = await Promise.allSettled(value);
    return items.map((item) => textOf(item.status === 'fulfilled' ? item.value : asThrown(item.reason))).join();
  } catch (error) {
    return textOf(asThrown(error));
  }
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `error: ${value.message}`;
  return JSON.stringify(crossJson(value).value) ?? 'undefined';
}

function asThrown(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
