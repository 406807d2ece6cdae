import type { Server } from 'node:http';

/** Stops accepting and ends idle connections at once; resolves when the last request is answered, or cut off after `drainMs`. */
export async function stop(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The only error is that the server was not listening, and then there is nothing to wait for.
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}
