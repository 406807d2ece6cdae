import type { ServerResponse } from 'node:http';

/**
 * Tells clients of a server that stops which answer is the last on their connection, so that they send no more on it. Of
 * several that wait for their turn on one connection only the last may say so: Node closes it after the one that does.
 */
export class LastAnswers {
  readonly #told = new Set<ServerResponse>();

  /** `open` are the responses that have not ended, oldest first. */
  tell(open: Iterable<ServerResponse>): void {
    const last = new Map<object, ServerResponse>();
    for (const response of open) {
      const { socket } = response.req;
      const before = last.get(socket);
      // Told before the next request had been read.
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
