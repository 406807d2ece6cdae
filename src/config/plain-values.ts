import { isObjectOrList } from '../base/is-object.ts';

/** The value of a key that the object itself has; what every object inherits (`constructor`) is none. */
export function ownValue(node: unknown, key: string): unknown {
  return isObjectOrList(node) ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined;
}
