import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as afterEvents, setTimeout as wait } from 'node:timers/promises';

/** How long a server that stops waits for its clients, in milliseconds. */
export interface StopPatience {
  /** For requests under way. */
  readonly drainMs: number;
  /**
   * For connections without one: each is closed once nothing has come from any of them for so long. A client that keeps a
   * connection and has just begun to send its next request would otherwise lose it; that request is answered, and the
   * answer closes the connection. One on which nothing has ever come gets five times as long, from when it was opened.
   */
  readonly idleGraceMs: number;
}

/** A server's connections, and when each was opened (of performance.now()). */
export type Connections = ReadonlyMap<Socket, number>;

/** How often connections are looked at. */
const lookMs = 25;

/** Stops accepting; resolves when the last connection is closed, or cut off after `drainMs`. */
export async function stop(
  server: Server,
  connections: Connections,
  { drainMs, idleGraceMs }: StopPatience,
): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  const closed = Promise.withResolvers<'closed'>();
  // Not http's own close(), which ends idle connections at once. The only error is that the server was not listening, and
  // then there is nothing to wait for.
  const close = () => Reflect.apply(NetServer.prototype.close, server, [() => closed.resolve('closed')]);
  await whenAllAreIn(server, connections, close);
  const traffic = new Traffic(connections);
  let outcome: 'open' | 'closed' = 'open';
  // Looks are counted, not milliseconds: in a process that gets no turn, nothing comes either.
  for (let quietLooks = 0; outcome === 'open'; ) {
    quietLooks = traffic.hasMoved() ? 0 : quietLooks + 1;
    if (quietLooks * lookMs > idleGraceMs) closeIdle(server, connections, 5 * idleGraceMs);
    outcome = await Promise.race([closed.promise, wait(lookMs, 'open' as const)]);
  }
  clearTimeout(timer);
  // What is left of it: the clock that watches slow clients.
  server.close();
}

/**
 * Clients that the system has let in already, but the process has not yet, would be reset when the port is closed. The
 * process lets in one in each turn of the event loop, and the work of a turn may take long under load. So nothing is read
 * until a turn has let nobody in, and the port is closed right after that one.
 */
async function whenAllAreIn(server: Server, connections: Connections, closePort: () => void): Promise<void> {
  const paused = new Set<Socket>();
  const pause = (socket: Socket): void => {
    if (socket.isPaused()) return;
    paused.add(socket);
    socket.pause();
  };
  let isNewcomer = false;
  const onConnection = (socket: Socket): void => {
    isNewcomer = true;
    // Not at once: a new socket has begun to flow, which the next tick would do after all.
    process.nextTick(pause, socket);
  };
  server.on('connection', onConnection);
  for (const socket of connections.keys()) pause(socket);
  const begun = performance.now();
  await afterEvents(); // the turn that is under way
  do {
    isNewcomer = false;
    await afterEvents();
  } while (isNewcomer && performance.now() - begun < lettingInMs);
  closePort();
  server.off('connection', onConnection);
  for (const socket of paused) socket.resume();
}

/** Who has not been let in by then is one of too many. */
const lettingInMs = 2_000;

/** What has come and gone on all connections. */
class Traffic {
  readonly #connections: Connections;
  readonly #bytes = new WeakMap<Socket, number>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Whether there was any since this was last asked. */
  hasMoved(): boolean {
    let moved = false;
    for (const socket of this.#connections.keys()) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== this.#bytes.get(socket)) moved = true;
      this.#bytes.set(socket, bytes);
    }
    return moved;
  }
}

function closeIdle(server: Server, connections: Connections, silentMs: number): void {
  server.closeIdleConnections();
  // Node does not call those idle that have never said anything, such as a browser's spare ones.
  const now = performance.now();
  for (const [socket, openedAt] of connections)
    if (socket.bytesRead === 0 && now - openedAt >= silentMs) socket.destroy();
}
