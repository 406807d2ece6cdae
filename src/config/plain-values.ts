/** Whether there may be anything in it: an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The value of a key that the object itself has; what every object inherits (`constructor`) is none. */
export function ownValue(node: unknown, key: string): unknown {
  return isObject(node) ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined;
}
