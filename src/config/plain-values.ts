import { isObjectOrList } from '#base';

/** The value of an own key. Inherited properties (`constructor`) do not count. */
export function ownValue(node: unknown, key: string): unknown {
  return isObjectOrList(node) ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined;
}
