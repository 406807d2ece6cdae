import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Connects two Unix sockets: `near` for this process, `far` for another, which has read nothing. Node has no
 * `socketpair`, so they meet in a new folder that only this user can enter, and that is removed at once.
 */
export async function connectPair(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-'));
  const server = createServer();
  try {
    const path = join(folder, 's');
    await once(server.listen(path), 'listening');
    // The connecting end goes to the other process: Node tracks the accepted one together with its server.
    const far = connect(path);
    // A socket that is paused before it is connected reads nothing.
    far.pause();
    const [[near]] = await Promise.all([once(server, 'connection'), once(far, 'connect')]);
    return { near, far };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
