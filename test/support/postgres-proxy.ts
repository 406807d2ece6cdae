import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '#postgres';

/** A TCP port that leads to the PostgreSQL server behind a Unix socket, and can fail in between. */
export interface PostgresProxy extends AsyncDisposable {
  /** Of the administrator, through the proxy. */
  readonly url: string;
  /** Hangs up on new connections. */
  refuse(): void;
  accept(): void;
  /** Closes all connections. */
  hangUp(): void;
  /** Holds each piece back this many milliseconds, in both directions: half of a round trip. */
  delay(ms: number): void;
  /** Drops the next answer of the server, and closes the connection that it was for. Resolves when that has happened. */
  dropAnswer(): Promise<void>;
}

export async function postgresProxy(settings: ConnectionSettings): Promise<PostgresProxy> {
  let open = true;
  let dropped: (() => void) | undefined;
  let delayMs = 0;
  // A timer for each piece keeps their order: equal delays end in the order of their starts, and a shorter one waits.
  const later = (): ((piece: () => void) => void) => {
    let last = Promise.resolve();
    return (piece) => {
      const due = sleep(delayMs);
      last = last.then(() => due).then(piece);
    };
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!open) {
      socket.destroy();
      return;
    }
    const target = connectSocket(`${settings.host}/.s.PGSQL.${settings.port}`).on('error', () => undefined);
    for (const each of [socket, target]) sockets.add(each);
    const [there, back] = [later(), later()];
    socket.on('data', (question) => there(() => target.write(question)));
    socket.on('end', () => there(() => target.end()));
    target.on('end', () => back(() => socket.end()));
    target.on('close', () => back(() => socket.destroySoon()));
    socket.on('close', () => target.destroy());
    target.on('data', (answer) => {
      if (dropped === undefined) {
        back(() => socket.write(answer));
        return;
      }
      dropped();
      dropped = undefined;
      socket.destroy();
      target.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgresql://${settings.user}:${settings.password}@127.0.0.1:${port}/${settings.database}`,
    refuse: () => {
      open = false;
    },
    accept: () => {
      open = true;
    },
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    delay: (ms) => {
      delayMs = ms;
    },
    dropAnswer: () =>
      new Promise((resolve) => {
        dropped = resolve;
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
