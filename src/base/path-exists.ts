import { access } from 'node:fs/promises';

/** Whether this process can reach a file or folder at the path. */
export function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
