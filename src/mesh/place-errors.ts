import { isObject } from '../base/is-object.ts';

/** Puts each error where it belongs in the data, so that the gateway finds it there. What has no place is given back. */
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
