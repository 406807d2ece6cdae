import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * For Node's `timeout`: a connection has been idle for as long as it may be. After the process has stood still, timers run before
 * anything is read, and a request that has come meanwhile would be reset: so the connection is only ended when nothing has.
 */
export function endIdle(open: Iterable<ServerResponse>, socket: Socket): void {
  for (const response of open) {
    if (response.socket !== socket) continue;
    // An extension has set this time, and says what becomes of it; Node's own way is to cut the connection.
    if (response.listenerCount('timeout') === 0 && response.req.listenerCount('timeout') === 0) socket.destroy();
    return;
  }
  const { bytesRead } = socket;
  // After this turn's reading.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
