import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import type { ConnectionSettings } from '../../src/postgres/connection/connection-settings.ts';

/** A TCP port that leads to the PostgreSQL server behind a Unix socket, and can fail in between. */
export interface PostgresProxy extends AsyncDisposable {
  /** Of the administrator, through the proxy. */
  readonly url: string;
  /** Hangs up on new connections. */
  refuse(): void;
  accept(): void;
  /** Drops the next answer of the server, and closes the connection that it was for. Resolves when that has happened. */
  dropAnswer(): Promise<void>;
}

export async function postgresProxy(settings: ConnectionSettings): Promise<PostgresProxy> {
  let open = true;
  let dropped: (() => void) | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!open) {
      socket.destroy();
      return;
    }
    const target = connectSocket(`${settings.host}/.s.PGSQL.${settings.port}`).on('error', () => undefined);
    for (const each of [socket, target]) sockets.add(each);
    socket.pipe(target);
    target.on('end', () => socket.end());
    target.on('data', (answer) => {
      if (dropped === undefined) {
        socket.write(answer);
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
