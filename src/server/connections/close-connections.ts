import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Sets `Connection: close` on the last response of each connection of a stopping server, so that clients send no
 * more. Of several pipelined responses only the last may have it: Node closes the connection after the first that
 * does.
 */
export class ConnectionCloser {
  readonly #told = new Set<ServerResponse>();

  /** `open` are the unfinished responses, oldest first. */
  tell(open: Iterable<ServerResponse>): void {
    const last = new Map<object, ServerResponse>();
    for (const response of open) {
      const { socket } = response.req;
      const before = last.get(socket);
      // It got the header before the server read the next request.
      if (before !== undefined && this.#told.delete(before) && !before.headersSent) before.removeHeader('connection');
      last.set(socket, response);
    }
    for (const response of last.values()) {
      if (response.headersSent) continue;
      response.setHeader('connection', 'close');
      this.#told.add(response);
    }
  }
}

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
