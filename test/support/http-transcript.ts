import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connectTo, settle } from './one-connection.ts';

/** What a client does: sends a chunk, lets some turns of the event loop pass, or ends the connection in one of two ways. */
export type Step = { readonly send: string } | { readonly turns: number } | { readonly leave: 'end' | 'destroy' };

/** All that can be seen of one connection, from both sides: what the client got, and what happened to whom, each in its order. */
export interface Transcript {
  readonly received: string;
  readonly events: Readonly<Record<string, readonly string[]>>;
}

type Tell = (whom: string, event: string) => void;

/** Answers by the first word of the path, and tells all that happens. */
export function talkingServer(tell: Tell, prepare: (server: Server) => void): Server {
  let count = 0;
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const id = ++count;
    const listen = (what: string, from: IncomingMessage | ServerResponse, names: readonly string[]): void => {
      for (const name of names) from.on(name, () => tell(`${what} ${id}`, name));
    };
    tell('connection', `${id} ${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    listen('request', request, ['end', 'close', 'aborted', 'error']);
    listen('response', response, ['finish', 'close', 'error']);
    answers[request.url?.split('/')[1] ?? '']?.(request, response, (text) => tell(`request ${id}`, text));
  });
  server.on('connection', (socket) => {
    socket.on('end', () => tell('connection', 'end'));
    socket.on('close', () => tell('connection', 'close'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    tell('connection', `client error ${error.code}`);
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    else socket.destroy();
  });
  prepare(server);
  return server;
}

type Answer = (request: IncomingMessage, response: ServerResponse, tell: (event: string) => void) => unknown;

const read: Answer = (request, response, tell) => {
  request.on('data', (bytes: Buffer) => tell(`data ${bytes.toString('latin1')}`));
  request.on('end', () => response.end('read'));
};

const answers: Readonly<Record<string, Answer>> = {
  read,
  now: (_request, response) => response.end('now'),
  later: (_request, response) => setImmediate(() => response.end('later')),
  last: (_request, response) => void settle(5).then(() => response.end('last')),
  late: (request, response, tell) => void settle(2).then(() => read(request, response, tell)),
  resume: (request, response) => request.resume().on('end', () => response.end('resumed')),
  early: (request, response, tell) => {
    request.on('data', (bytes: Buffer) => tell(`data ${bytes.toString('latin1')}`));
    response.end('early');
  },
  held: (request, response, tell) => {
    request.on('data', (bytes: Buffer) => tell(`data ${bytes.toString('latin1')}`)).pause();
    response.end('held');
  },
  afterwards: (request, response, tell) => {
    request.once('readable', async () => {
      response.end('early');
      await settle(2);
      tell(`read ${request.read()}`);
    });
  },
  readable: (request, response, tell) => {
    request.on('readable', () => {
      for (let bytes = request.read(); bytes !== null; bytes = request.read()) tell(`read ${bytes}`);
    });
    request.on('end', () => response.end('readable'));
  },
  iterate: async (request, response, tell) => {
    try {
      for await (const bytes of request) tell(`part ${bytes}`);
      response.end('iterated');
    } catch (error) {
      tell(`not iterated: ${Reflect.get(Object(error), 'code')}`);
    }
  },
  pipe: (request, response) => request.pipe(response),
  parts: async (_request, response) => {
    for (const part of ['a', 'b', 'c']) {
      response.write(part);
      await settle(1);
    }
    response.end();
  },
  big: (_request, response) => response.end('x'.repeat(100_000)),
  never: () => undefined,
  cut: (request) => request.socket.destroy(),
  destroy: (request) => request.destroy(),
  failed: (_request, response) => response.destroy(),
};

export const answering: readonly string[] = Object.keys(answers);

/** Plays the steps to a server of its own. */
export async function transcriptOf(steps: readonly Step[], prepare: (server: Server) => void): Promise<Transcript> {
  const events: Record<string, string[]> = {};
  const tell: Tell = (whom, event) => {
    events[whom] = [...(events[whom] ?? []), event];
  };
  const { client, side, received } = connectTo(talkingServer(tell, prepare));
  // As of a real connection: of one that is cut, nothing is read any longer.
  const destroy = side._destroy.bind(side);
  side._destroy = (error, done) => {
    side.removeAllListeners('data');
    destroy(error, done);
  };
  for (const step of steps) {
    if ('turns' in step) await settle(step.turns);
    else if ('leave' in step) client[step.leave]();
    else if (client.writable) client.write(Buffer.from(step.send, 'latin1'));
  }
  await settle(12);
  // What is still open ends.
  client.destroy();
  await settle();
  return { received: received(), events };
}
