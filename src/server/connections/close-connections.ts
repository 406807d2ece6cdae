import type { ServerResponse } from 'node:http';

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
