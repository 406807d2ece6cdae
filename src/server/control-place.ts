import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digest } from '../bundle/files/bundle-cache.ts';

/** Operating systems limit a socket's path to about a hundred characters. */
const longestPath = 100;

/** The path of a project's control socket, in a folder that only its own user can enter. */
export function controlPlace(stateFolder: string): { readonly folder: string; readonly path: string } {
  const folder = join(stateFolder, 'run');
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPath) return { folder, path };
  const short = join(tmpdir(), `stoa-${process.getuid?.() ?? 0}-${digest(stateFolder)}`);
  return { folder: short, path: join(short, 'control.sock') };
}
