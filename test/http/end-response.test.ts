import { createServer } from 'node:http';
import { expect } from 'chai';
import { endResponse, sendWhole } from '../../src/http/end-response.ts';
import { openRaw } from '../support/raw-socket.ts';

type Send = typeof endResponse;

const ways: Readonly<Record<string, Send>> = {
  'an answer whose fields are set': endResponse,
  'an answer with its head': (request, response) =>
    sendWhole(request, response, { status: 200, fields: ['x-a', 'a'], requestId: 'id' }, 'answer'),
};

/** A server that answers at once, whatever the client still sends. */
async function serve(send: Send): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((request, response) => send(request, response, 'answer')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const get = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';
const post = (fields: string, body: string): string => `POST / HTTP/1.1\r\nHost: shop\r\n${fields}\r\n\r\n${body}`;

describe('endResponse', () => {
  for (const [way, send] of Object.entries(ways)) {
    context(`for ${way}`, () => {
      for (const [what, first] of [
        ['a GET on a fresh connection', get],
        ['a POST whose small body has come', post('Content-Length: 4', 'body')],
        ['a POST of which nothing has been announced', post('Content-Length: 0', '')],
      ] as const) {
        it(`keeps the connection after ${what}`, async () => {
          await using server = await serve(send);
          const client = await openRaw(server.port);
          client.send(first);
          expect(await client.until(/answer/)).to.match(/\r\nConnection: keep-alive\r\n/i);
          client.send(get);
          await client.until(/answer[\s\S]*HTTP\/1.1 200 [\s\S]*answer/);
          client.socket.destroy();
        });
      }

      for (const [what, first] of [
        ['a long body is still to come', post('Content-Length: 20000', 'begun')],
        ['the length of the body is not known', post('Transfer-Encoding: chunked', '4\r\nbody\r\n')],
        ['the client asks before it sends', post('Expect: 100-continue\r\nContent-Length: 4', '')],
      ] as const) {
        it(`closes the connection when ${what}`, async () => {
          await using server = await serve(send);
          const client = await openRaw(server.port);
          client.send(first);
          expect(await client.until(/answer/)).to.match(/\r\nConnection: close\r\n/i);
          client.socket.end();
          await client.closed();
        });
      }
    });
  }
});
