import { access } from 'node:fs/promises';

/** Whether there is anything at a path that this process can get to. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
