import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the proxy does with each connection. */
export type Fault =
  /** Passes everything on. */
  | 'none'
  /** Nothing listens. */
  | 'refuses'
  /** Resets each connection once a request has arrived. */
  | 'resets'
  /** Takes a request, and never answers. */
  | 'hangs'
  /** Ends its side once a request has arrived, without an answer. */
  | 'half-closes'
  /** Answers bytes that are no HTTP. */
  | 'babbles'
  /** Answers 200 with what is no JSON. */
  | 'malformed'
  /** Answers 200 with more than any gateway takes. */
  | 'oversized'
  /** Answers as another server does that is behind the same address. */
  | 'stranger';

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Cuts all connections off, so that the next ones have the fault. */
  set(fault: Fault): Promise<void>;
  /** Another server to pass everything on to. */
  target(url: string): void;
  /** Numbers of requests that have reached the proxy. */
  readonly requests: number;
  /** What the work has sent through the proxy. */
  recorded(work: () => Promise<unknown>): Promise<Buffer>;
}

/** A server of TCP connections between a gateway and its extension. */
export async function startFaultyProxy(): Promise<FaultyProxy> {
  let fault: Fault = 'none';
  let port = 0;
  let target = '';
  let requests = 0;
  const record: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (fault === 'none') {
      const far = connect(Number(new URL(target).port), '127.0.0.1');
      far.on('error', () => socket.destroy());
      // After its end, the pipe sends what is left.
      far.on('close', () => {
        if (!far.readableEnded) socket.destroy();
      });
      socket.on('close', () => far.destroy());
      socket.on('data', (chunk: Buffer) => {
        requests++;
        record.push(chunk);
      });
      socket.pipe(far).pipe(socket);
      return;
    }
    socket.on('data', () => {
      requests++;
      if (fault === 'resets') socket.resetAndDestroy();
      if (fault === 'half-closes') socket.end();
      const answer = answers[fault];
      if (answer !== undefined) socket.write(answer);
      if (fault === 'oversized') flood(socket);
    });
  });
  const open = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await open();
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    async recorded(work) {
      record.length = 0;
      await work();
      return Buffer.concat(record);
    },
    target: (url) => {
      target = url;
    },
    async set(next) {
      if (server.listening) await close();
      fault = next;
      if (next !== 'refuses') await open();
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await close();
    },
  };
}

const answers: Partial<Record<Fault, string>> = {
  babbles: 'this is no HTTP\r\n\r\n',
  malformed: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"data": ',
  oversized: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000000\r\n\r\n',
  stranger: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\nwelcome',
};

const chunk = Buffer.alloc(1 << 20, ' ');

function flood(socket: Socket): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}
