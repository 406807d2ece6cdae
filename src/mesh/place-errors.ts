import { isObject } from '../base/is-object.ts';

/**
 * Replaces the value at each error's path in the data with the error, where the gateway finds it. Returns the first
 * error whose path is not in the data.
 */
export function placeErrors(
  data: unknown,
  errors: readonly { readonly path: readonly (string | number)[]; readonly error: Error }[],
): Error | undefined {
  let whole: Error | undefined;
  for (const { path, error } of errors) if (!put(data, path, error)) whole ??= error;
  return whole;
}

function put(data: unknown, path: readonly (string | number)[], error: Error): boolean {
  let place: unknown = data;
  for (const [at, step] of path.entries()) {
    const isLast = at === path.length - 1;
    if (!(isObject(place) || Array.isArray(place))) return false;
    const value: unknown = Reflect.get(place, step);
    if (isLast || value === null || value === undefined) return Reflect.set(place, step, error);
    place = value;
  }
  return false;
}
