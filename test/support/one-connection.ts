import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

/** A server's connection whose client sends exactly these chunks: TCP would merge and cut them as it likes. */
export interface OneConnection {
  readonly client: Duplex;
  /** What the server has of it. */
  readonly side: Duplex;
  /** What the server sent so far, with any date in the place of now. */
  received(): string;
}

export function connectTo(server: Server): OneConnection {
  const [client, side] = duplexPair();
  let received = '';
  client.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  client.on('error', () => client.destroy());
  server.emit('connection', side);
  return { client, side, received: () => received.replaceAll(/^Date: .* GMT\r$/gm, 'Date: then\r') };
}

/** Until everything that is under way without a timer has happened. */
export async function settle(turns = 3): Promise<void> {
  for (let count = 0; count < turns; count++) await turn();
}
