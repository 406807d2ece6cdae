import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digest } from '../build/bundle-cache.ts';

/** Systems allow about a hundred characters for the path of a socket. */
const longestPath = 100;

/** Where the process that serves a project can be spoken to: in a folder that only its own user can enter. */
export function controlPlace(stateFolder: string): { readonly folder: string; readonly path: string } {
  const folder = join(stateFolder, 'run');
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPath) return { folder, path };
  const short = join(tmpdir(), `stoa-${process.getuid?.() ?? 0}-${digest(stateFolder)}`);
  return { folder: short, path: join(short, 'control.sock') };
}
