import { isObjectOrList } from './is-object.ts';

/**
 * Type guard for a thenable. Plans call it for every object of a response. It reads `then`, because `in` takes
 * three times as long on objects of many shapes.
 */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObjectOrList(value) && typeof value.then === 'function';
}
