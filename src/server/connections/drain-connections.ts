import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as afterEvents, setTimeout as wait } from 'node:timers/promises';

/** How long a stopping server waits for its clients, in milliseconds. */
export interface StopTimeouts {
  /** For requests in flight. */
  readonly drainMs: number;
  /**
   * For idle connections: they close once no connection had traffic for this long. A client may just have begun to
   * send its next request on a kept connection, and would lose it. Instead that request is answered, and its
   * response closes the connection. A connection that never had traffic gets five times as long, from its opening.
   */
  readonly idleGraceMs: number;
}

/** A server's connections, with the opening time of each (`performance.now()`). */
export type Connections = ReadonlyMap<Socket, number>;

/** Interval at which connections are checked, in milliseconds. */
const lookMs = 25;

/** Stops accepting. Resolves when the last connection has closed, at the latest after `drainMs`. */
export async function stop(
  server: Server,
  connections: Connections,
  { drainMs, idleGraceMs }: StopTimeouts,
): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  const closed = Promise.withResolvers<'closed'>();
  // Not http's close(), which ends idle connections at once. The only possible error is that the server does not
  // listen, and then there is nothing to wait for.
  const close = () => Reflect.apply(NetServer.prototype.close, server, [() => closed.resolve('closed')]);
  await acceptPending(server, connections, close);
  const hasMoved = watchTraffic(connections);
  let outcome: 'open' | 'closed' = 'open';
  // Counts checks, not milliseconds: a process that gets no CPU time reads no traffic either.
  for (let quietLooks = 0; outcome === 'open'; ) {
    quietLooks = hasMoved() ? 0 : quietLooks + 1;
    if (quietLooks * lookMs > idleGraceMs) closeIdle(server, connections, 5 * idleGraceMs);
    outcome = await Promise.race([closed.promise, wait(lookMs, 'open' as const)]);
    await afterEvents(); // what has arrived is read by then
  }
  clearTimeout(timer);
  // This also stops the timer that checks for slow clients.
  server.close();
}

/**
 * Clients that the operating system has accepted, but Node has not, get a reset when the port closes. Node accepts
 * one in each turn of the event loop, and a turn may take long under load. So the server reads nothing until a turn
 * accepts no client, and closes the port right after it.
 */
async function acceptPending(server: Server, connections: Connections, closePort: () => void): Promise<void> {
  const paused = new Set<Socket>();
  const pause = (socket: Socket): void => {
    if (socket.isPaused()) return;
    paused.add(socket);
    socket.pause();
  };
  let isNewcomer = false;
  const onConnection = (socket: Socket): void => {
    isNewcomer = true;
    // Deferred, since a new socket starts to flow in the next tick, which would undo an immediate pause.
    process.nextTick(pause, socket);
  };
  server.on('connection', onConnection);
  for (const socket of connections.keys()) pause(socket);
  const begun = performance.now();
  await afterEvents(); // the current turn of the event loop
  do {
    isNewcomer = false;
    await afterEvents();
  } while (isNewcomer && performance.now() - begun < acceptTimeoutMs);
  closePort();
  server.off('connection', onConnection);
  for (const socket of paused) socket.resume();
}

/** Clients that wait longer than this are beyond what the server can accept. */
const acceptTimeoutMs = 2_000;

/** Returns a function that says whether there was traffic since its last call, or an answer that is not sent yet. */
function watchTraffic(connections: Connections): () => boolean {
  const known = new WeakMap<Socket, number>();
  return () => {
    let moved = false;
    for (const socket of connections.keys()) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== known.get(socket) || socket.writableLength > 0) moved = true;
      known.set(socket, bytes);
    }
    return moved;
  };
}

function closeIdle(server: Server, connections: Connections, silentMs: number): void {
  server.closeIdleConnections();
  // Node does not count connections without any traffic as idle, such as those that browsers open in advance.
  const now = performance.now();
  for (const [socket, openedAt] of connections)
    if (socket.bytesRead === 0 && now - openedAt >= silentMs) socket.destroy();
}
