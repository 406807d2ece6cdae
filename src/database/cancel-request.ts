import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Client } from 'pg';

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const cancelRequest = 80877102;
const sslRequest = 80877103;
const timeoutMs = 2000;

/**
 * Asks the server to cancel what this connection runs at this moment, over a connection of its own as the protocol wants it;
 * any role may. Resolves when the server has acted: no cancel of this call is on its way any longer. One that comes while
 * the connection is idle does nothing.
 */
export async function requestCancel(client: Client): Promise<void> {
  const { host, port } = client;
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
  const deadline = setTimeout(
    () => socket.destroy(new Error('The server does not take the cancel request.')),
    timeoutMs,
  );
  // Each wait below hears errors itself; this one is for those that come between them.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
    const stream = client.ssl ? await encrypt(socket, client) : socket;
    const closed = once(stream, 'close');
    stream.resume();
    stream.write(packet(cancelRequest, ...keyOf(client)));
    await closed;
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

// The key that the request carries is a secret: it goes the way that the connection itself went.
async function encrypt(socket: Socket, { host, ssl }: Client): Promise<Socket> {
  socket.write(packet(sslRequest));
  const [answer]: unknown[] = await once(socket, 'data');
  if (String(answer) !== 'S') throw new Error('The server refuses an encrypted cancel request.');
  // The driver declares a boolean, but keeps certificates here too.
  const certificates: unknown = ssl;
  const stream = connectTls({ ...(typeof certificates === 'object' ? certificates : {}), socket, host });
  await once(stream, 'secureConnect');
  return stream;
}

function packet(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  [bytes.length, ...numbers].forEach((number, index) => {
    bytes.writeInt32BE(number, 4 * index);
  });
  return bytes;
}

// Not in the driver's types, and told by the server at each login.
function keyOf(client: Client): readonly [processId: number, secret: number] {
  if ('processID' in client && 'secretKey' in client) {
    const { processID, secretKey } = client;
    if (typeof processID === 'number' && typeof secretKey === 'number') return [processID, secretKey];
  }
  throw new Error('The server gave this connection no key to cancel with.');
}
