import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that speaks HTTP by hand, for requests that no HTTP library would send. */
export interface RawSocket {
  readonly socket: Socket;
  send(text: string | Buffer): void;
  /** Everything received, once it has what is looked for. Rejects when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Everything received, once the server has closed the connection. */
  closed(): Promise<string>;
}

export async function openRaw(port: number): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  // A reset is one of the ways in which a server closes; what was received before it is what counts.
  socket.on('error', () => socket.destroy());
  const settled = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true;
      resolve();
    }),
  );
  return {
    socket,
    send: (text) => void socket.write(text),
    until: async (pattern) => {
      while (!pattern.test(received)) {
        if (isClosed) throw new Error(`the connection ended after ${JSON.stringify(received)}`);
        // Not events.once, which rejects for a reset.
        await Promise.race([settled, new Promise((resolve) => socket.once('data', resolve))]);
      }
      return received;
    },
    closed: async () => {
      await settled;
      return received;
    },
  };
}

/** Sends one request and gives the whole answer; the request should say `Connection: close`. */
export async function exchangeRaw(port: number, text: string | Buffer): Promise<string> {
  const raw = await openRaw(port);
  raw.send(text);
  return raw.closed();
}

/** Whether somebody listens on the port. */
export async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // refused
  } finally {
    socket.destroy();
  }
}
