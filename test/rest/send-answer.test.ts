import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { sendAnswer } from '../../src/rest/send-answer.ts';
import type { RemoteAnswer } from '../../src/rest/sub-app/rest-exchange.ts';
import { exchangeRaw } from '../support/raw-socket.ts';

interface Sent {
  /** What the client got. */
  readonly text: string;
  readonly error: unknown;
}

/** Sends an answer through a real server, to a client that asks once. */
async function send(
  answer: Omit<RemoteAnswer, 'kind'>,
  prepare: (response: ServerResponse) => unknown = () => undefined,
): Promise<Sent> {
  let error: unknown;
  const server = createServer((_request, response) => {
    prepare(response);
    sendAnswer(response, answer).catch((thrown: unknown) => {
      error = thrown;
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await exchangeRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => server.close(resolve));
  return { text, error };
}

const textOf = (body: Buffer | Readable) => ({ head: { status: 200, headers: ['Content-Type', 'text/plain'] }, body });

describe('the answer of an extension elsewhere', () => {
  it('is sent whole when it is there whole', async () => {
    const { text } = await send(textOf(Buffer.from('hello')));
    expect(text)
      .to.match(/^HTTP\/1.1 200 OK\r\n/)
      .and.to.match(/\r\n\r\nhello$/)
      .and.to.include('Content-Length: 5');
  });

  it('has its own status text', async () => {
    const head = { status: 404, statusText: 'Nothing Here', headers: [] };
    expect((await send({ head, body: Buffer.alloc(0) })).text).to.match(/^HTTP\/1.1 404 Nothing Here\r\n/);
  });

  it('adds cookies to those of the gateway, and replaces its other fields', async () => {
    const headers = [
      'Set-Cookie',
      'b=2',
      'X-Frame-Options',
      'SAMEORIGIN',
      'set-cookie',
      'c=3',
      'Link',
      '<a>',
      'link',
      '<b>',
    ];
    const { text } = await send({ head: { status: 200, headers }, body: Buffer.alloc(0) }, (response) =>
      response.setHeader('set-cookie', ['a=1']).setHeader('x-frame-options', 'DENY'),
    );
    expect(text.match(/set-cookie: .*/gi)).to.have.length(3);
    expect(text.match(/x-frame-options: .*/gi)).to.deep.equal(['X-Frame-Options: SAMEORIGIN']);
    expect(text.match(/link: .*/gi)).to.have.length(2);
  });

  it('has none of the fields of the extension’s own connection', async () => {
    const headers = ['Connection', 'x-inner', 'Keep-Alive', 'timeout=77', 'Transfer-Encoding', 'chunked'];
    const { text } = await send({ head: { status: 200, headers }, body: Buffer.from('a') });
    expect(text).to.not.match(/x-inner|timeout=77|chunked/);
  });

  for (const [what, length] of [
    ['more', 2],
    ['less', 9],
  ] as const)
    it(`is cut off when the extension sends ${what} than it announced`, async () => {
      const head = { status: 200, headers: ['Content-Length', String(length)] };
      const { error } = await send({ head, body: Readable.from([Buffer.from('hello')]) });
      expect(error).to.have.property('code', 'ERR_HTTP_CONTENT_LENGTH_MISMATCH');
    });

  it('is refused when its status says that the answer is still to come', async () => {
    const { error } = await send({ head: { status: 103, headers: [] }, body: Buffer.alloc(0) });
    expect(error).to.be.instanceOf(RangeError);
  });

  it('rejects with the error of a body that fails, and leaves the response to be closed', async () => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('in the middle');
      })(),
    );
    const { error, text } = await send(textOf(failing));
    expect(error).to.have.property('message', 'in the middle');
    expect(text).to.not.match(/0\r\n\r\n$/);
  });
});
