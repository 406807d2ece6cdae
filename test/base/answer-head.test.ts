import { createServer, type RequestListener, ServerResponse } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { type AnswerHead, setFields, writeAnswerHead, writeHeadItself } from '../../src/base/answer-head.ts';
import { connectTo, settle } from '../support/one-connection.ts';

const ours = ['x-content-type-options', 'nosniff', 'Vary', 'Accept, Authorization'];
const own = ['Content-Type', 'text/plain; charset=utf-8'];
const text = 'an answer';

function headOf(changes: Partial<AnswerHead> = {}): AnswerHead {
  return { status: 200, lists: [ours, own], requestId: 'given-by-us', length: Buffer.byteLength(text), ...changes };
}

function fieldsOf({ lists, requestId, length }: AnswerHead): string[] {
  return [...lists.flat(), 'x-request-id', requestId, 'Content-Length', String(length)];
}

interface Exchange {
  readonly head?: Partial<AnswerHead>;
  readonly body?: string | Buffer;
  readonly request?: string;
  readonly prepare?: (response: ServerResponse) => void;
}

const request = (...fields: readonly string[]) => ['GET / HTTP/1.1', 'Host: shop', ...fields, '', ''].join('\r\n');

/** What the client gets, and what can be seen of the response then. */
async function answerOf(write: typeof writeAnswerHead, exchange: Exchange): Promise<unknown> {
  const { head = {}, body = text, request: sent = request(), prepare = () => undefined } = exchange;
  let after: unknown;
  const answer: RequestListener = (_request, response) => {
    prepare(response);
    write(response, headOf({ length: Buffer.byteLength(body), ...head }));
    response.end(body);
    const { statusCode, statusMessage, headersSent, writableEnded, shouldKeepAlive } = response;
    after = { statusCode, statusMessage, headersSent, writableEnded, shouldKeepAlive };
  };
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 7000 }, answer);
  server.on('checkContinue', answer);
  const { client, received } = connectTo(server);
  let isOpen = true;
  client.on('end', () => {
    isOpen = false;
  });
  client.write(sent);
  await settle();
  const [lines, ...bodies] = received().split('\r\n\r\n');
  const [status, ...fields] = lines?.split('\r\n') ?? [];
  client.destroy();
  return { status, fields: fields.toSorted(), bodies, isOpen, ...Object(after) };
}

async function expectSame(exchange: Exchange): Promise<void> {
  const nodes = await answerOf((response, head) => response.writeHead(head.status, fieldsOf(head)), exchange);
  expect(await answerOf(writeAnswerHead, exchange)).to.deep.equal(nodes);
}

describe('the head of an answer', () => {
  it('is what Node writes, for every status', async () => {
    for (let status = 200; status < 600; status++) await expectSame({ head: { status } });
  });

  for (const [what, exchange] of Object.entries<Exchange>({
    'to HEAD': { request: request().replace('GET', 'HEAD') },
    'to HTTP/1.0': { request: request().replace('1.1', '1.0') },
    'to HTTP/1.0 that stays': { request: request('Connection: keep-alive').replace('1.1', '1.0') },
    'to the last request': { request: request('Connection: close') },
    'to a client that waits to be asked': { request: request('Expect: 100-continue') },
    'with an empty body': { body: '' },
    'with a body beyond Latin-1': { body: 'žluťoučký 🐎' },
    'with a body of bytes': { body: Buffer.from([0, 255, 128]) },
    'with a field beyond ASCII': { head: { lists: [['x-name', 'café']] } },
    'with a field that is there twice': {
      head: {
        lists: [
          ['x-a', '1', 'x-a', '2'],
          ['x-a', '3'],
        ],
      },
    },
    'without a list': { head: { lists: [] } },
    'with an empty list': { head: { lists: [[]] } },
    'with a field set before': { prepare: (response) => response.setHeader('x-before', 'a') },
    'with a field set before that the lists have too': { prepare: (response) => response.setHeader('vary', 'Cookie') },
    'with a date of its own': { prepare: (response) => response.setHeader('date', 'never') },
    'without a date': {
      prepare: (response) => {
        response.sendDate = false;
      },
    },
    'with another reason': {
      prepare: (response) => {
        response.statusMessage = 'Well then';
      },
    },
    'of a connection that is not to stay': {
      prepare: (response) => {
        response.shouldKeepAlive = false;
      },
    },
    'of a connection that was told to close': { prepare: (response) => response.setHeader('connection', 'close') },
    'without a field for the connection': { prepare: (response) => response.removeHeader('connection') },
    'with lists that name it: connection: close': { head: { lists: [['connection', 'close']] } },
    'with lists that name it: connection: keep-alive': { head: { lists: [ours, ['Connection', 'keep-alive']] } },
    'with lists that name it: keep-alive': { head: { lists: [['keep-alive', 'timeout=1']] } },
    'with lists that name it: date': { head: { lists: [['date', 'never']] } },
    'with lists that name it: content-length': { head: { lists: [['content-length', '9']] } },
    'with lists that name it: trailer': { head: { lists: [['trailer', 'x-later', 'transfer-encoding', 'chunked']] } },
    'with lists that name it: transfer-encoding': { head: { lists: [['transfer-encoding', 'chunked']] } },
  })) {
    it(`is what Node writes ${what}`, () => expectSame(exchange));
  }

  it('is what Node writes, whatever its fields', async () => {
    const field = fc.tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/), fc.stringMatching(/^[ -~]{1,20}$/));
    const lists = fc.array(
      fc.array(field, { maxLength: 4 }).map((fields) => fields.flat()),
      { maxLength: 3 },
    );
    const status = fc.integer({ min: 200, max: 599 });
    await fc.assert(
      fc.asyncProperty(lists, status, (all, code) => expectSame({ head: { lists: all, status: code } })),
      {
        numRuns: 300,
      },
    );
  });

  it('has the same fields when they are set one by one', async () => {
    const set: typeof writeAnswerHead = (response, head) => setFields(response, head);
    const bothWays = await Promise.all([set, writeAnswerHead].map((write) => answerOf(write, {})));
    const [first, second] = bothWays.map((answer) => Reflect.get(Object(answer), 'fields'));
    expect(first).to.deep.equal(second);
  });

  it('says how long the connection stays, as it is at that moment', async () => {
    const server = createServer({ requireHostHeader: false, keepAliveTimeout: 7000 }, (_request, response) => {
      writeAnswerHead(response, headOf());
      response.end(text);
    });
    const { client, received } = connectTo(server);
    client.write(request());
    await settle();
    for (const time of [3500, 0, 9000]) {
      server.keepAliveTimeout = time;
      client.write(request());
      await settle();
    }
    expect(
      [...received().matchAll(/^Keep-Alive: .*$|HTTP(?=\/1\.1 200)/gm)].map(([line]) => line.trim()),
    ).to.deep.equal([
      'HTTP',
      'Keep-Alive: timeout=7',
      'HTTP',
      'Keep-Alive: timeout=3',
      'HTTP',
      'HTTP',
      'Keep-Alive: timeout=9',
    ]);
    client.destroy();
  });

  for (const [what, list] of [
    ['a name', ['x a', 'b']],
    ['an empty name', ['', 'b']],
    ['a value with a line break', ['x-a', 'b\r\nx-c: d']],
    ['a value with a NUL', ['x-a', 'b\0']],
    ['a value beyond Latin-1', ['x-a', 'ž']],
  ] as const) {
    it(`is refused with a TypeError for ${what}, each time, and the response can still be used`, async () => {
      const errors: unknown[] = [];
      const server = createServer({ requireHostHeader: false }, (_request, response) => {
        for (let count = 0; count < 2; count++) {
          try {
            writeAnswerHead(response, headOf({ lists: [ours, list] }));
          } catch (error) {
            errors.push(error);
          }
        }
        writeAnswerHead(response, headOf({ status: 500 }));
        response.end(text);
      });
      const { client, received } = connectTo(server);
      client.write(request());
      await settle();
      expect(errors).to.have.lengthOf(2);
      for (const error of errors) expect(error).to.be.instanceOf(TypeError);
      expect(received()).to.match(/^HTTP\/1\.1 500 Internal Server Error\r\n.*an answer$/s);
      client.destroy();
    });
  }

  it('is refused when one has been written', async () => {
    let thrown: unknown;
    const server = createServer({ requireHostHeader: false }, (_request, response) => {
      writeAnswerHead(response, headOf());
      try {
        writeAnswerHead(response, headOf({ status: 500 }));
      } catch (error) {
        thrown = error;
      }
      response.end(text);
    });
    const { client, received } = connectTo(server);
    client.write(request());
    await settle();
    expect(thrown).to.have.property('code', 'ERR_HTTP_HEADERS_SENT');
    expect(received()).to.match(/^HTTP\/1\.1 200 OK\r\n/);
    client.destroy();
  });

  it('is written by a writeHead that has been put on the response', async () => {
    const put = (response: ServerResponse): void => {
      const { writeHead } = response;
      const write = (status: number, fields: string[]) =>
        writeHead.call(response, status, [...fields, 'x-put', 'there']);
      Object.defineProperty(response, 'writeHead', { value: write });
    };
    await expectSame({ prepare: put });
    expect(await answerOf(writeAnswerHead, { prepare: put }))
      .to.have.property('fields')
      .that.includes('x-put: there');
    // Whoever has one of his own, and has done his part, writes past it.
    expect(await answerOf(writeHeadItself, { prepare: put }))
      .to.have.property('fields')
      .that.not.includes('x-put: there');
  });

  it('is written by a writeHead that somebody puts in the place of Node’s', async () => {
    const { writeHead } = ServerResponse.prototype;
    const seen: unknown[] = [];
    const watching = function (this: ServerResponse, status: number, ...rest: unknown[]): ServerResponse {
      seen.push(status);
      return Reflect.apply(writeHead, this, [status, ...rest]);
    };
    Object.assign(ServerResponse.prototype, { writeHead: watching });
    try {
      await answerOf(writeAnswerHead, {});
      await answerOf(writeHeadItself, { head: { status: 404 } });
    } finally {
      Object.assign(ServerResponse.prototype, { writeHead });
    }
    expect(seen).to.deep.equal([200, 404]);
  });

  it('is written by a writeHead that stood in the place of Node’s before', async () => {
    const { writeHead } = ServerResponse.prototype;
    const seen: unknown[] = [];
    const watching = function (this: ServerResponse, ...args: unknown[]): ServerResponse {
      seen.push(args[0]);
      return Reflect.apply(writeHead, this, args);
    };
    Object.assign(ServerResponse.prototype, { writeHead: watching });
    try {
      // Loaded once more, under another name.
      const file = '../../src/base/answer-head.ts?fresh';
      const fresh: typeof import('../../src/base/answer-head.ts') = await import(file);
      await answerOf(fresh.writeAnswerHead, {});
      await answerOf(fresh.writeHeadItself, { head: { status: 404 } });
    } finally {
      Object.assign(ServerResponse.prototype, { writeHead });
    }
    expect(seen).to.deep.equal([200, 404]);
  });

  it('is not written by Node where it need not be', async () => {
    let isText = false;
    await answerOf((response, head) => {
      const { setHeader } = response;
      Object.defineProperty(response, '_storeHeader', { value: () => expect.fail('Node wrote it') });
      writeAnswerHead(response, head);
      isText = response.headersSent && response.setHeader === setHeader;
    }, {});
    expect(isText).to.equal(true);
  });

  it('is a number in the response, also for a status that is none', async () => {
    const status: unknown = '404';
    const write: typeof writeAnswerHead = (response, head) =>
      Reflect.apply(writeAnswerHead, undefined, [response, { ...head, status }]);
    expect(await answerOf(write, {})).to.include({ status: 'HTTP/1.1 404 Not Found', statusCode: 404 });
  });
});
