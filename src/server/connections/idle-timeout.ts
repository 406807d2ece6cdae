import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Handles Node's `timeout` event of an idle connection. When the process was suspended, timers fire before sockets
 * are read, and a request that arrived meanwhile would be lost. So the connection closes only if the next read
 * brings nothing.
 */
export function handleIdleTimeout(open: Iterable<ServerResponse>, socket: Socket): void {
  for (const response of open) {
    if (response.socket !== socket) continue;
    // An extension may set this time-out and listen to it. Without its listener, the gateway closes the connection
    // as Node does.
    if (response.listenerCount('timeout') === 0 && response.req.listenerCount('timeout') === 0) socket.destroy();
    return;
  }
  const { bytesRead } = socket;
  // After the event loop has read its sockets.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
