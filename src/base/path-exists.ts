import { access, constants } from 'node:fs/promises';

/** Whether this process can reach a file or folder at the path, and has this access to it. */
export function pathExists(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
