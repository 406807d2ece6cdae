import { isObjectOrList } from './is-object.ts';

/**
 * A guard: anything that can be waited for. By reading, not with `in`: plans ask it of every object of an answer, and `in` costs
 * three times as much on objects of many shapes.
 */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObjectOrList(value) && typeof value.then === 'function';
}
