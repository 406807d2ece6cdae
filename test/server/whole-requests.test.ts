import { createServer, IncomingMessage } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { WholeRequest } from '../../src/gateway/http/whole-request.ts';
import { readWholeRequests } from '../../src/server/whole-requests.ts';
import { answering, type Step, transcriptOf } from '../support/http-transcript.ts';
import { connectTo, settle } from '../support/one-connection.ts';

const headBytes = 16_384;

async function expectSame(steps: readonly Step[]): Promise<void> {
  const parsers = await transcriptOf(steps, () => undefined);
  const whole = await transcriptOf(steps, (server) => readWholeRequests(server, headBytes));
  expect(whole, JSON.stringify(steps)).to.deep.equal(parsers);
}

interface Sketch {
  readonly method?: string;
  readonly path: string;
  readonly version?: string;
  readonly fields?: readonly string[];
  readonly body?: string;
}

function request({ method = 'GET', path, version = '1.1', fields = [], body = '' }: Sketch): string {
  const length =
    body === '' || fields.some((field) => /^transfer/i.test(field)) ? [] : [`Content-Length: ${body.length}`];
  return [`${method} ${path} HTTP/${version}`, 'Host: shop', ...fields, ...length, '', body].join('\r\n');
}

const first: Step = { send: request({ path: '/now/first' }) };
const pause: Step = { turns: 3 };
const chunks = '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';

// What reads by 'readable' ends a tick later than with the parser, so that a request that is sent after the last may be too late.
// And who pauses a request of a crowd, and never resumes it, may not be told that it ends.
const steady = answering.filter((name) => !['afterwards', 'readable', 'iterate', 'held'].includes(name));

/** By which one program may take for a body what another takes for the next request. */
const hostile = [
  'Content-Length: 3',
  'Content-Length: 0',
  'Content-Length: 3, 3',
  'Content-Length: +3',
  'Content-Length: 99999999999999999999',
  'Content-Length : 3',
  'content-length:\t3',
  'X-A: b\r\n Content-Length: 3',
  'X-A: b\nContent-Length: 3',
  'X-A: b\0',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: identity',
  'X-A: b\rTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  '__proto__: a',
  'constructor: a',
  'Connection: close, keep-alive',
  'Trailer: Content-Length',
];

const sketches = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS'),
  path: fc.constantFrom(...steady).map((name) => `/${name}/it`),
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0'),
  fields: fc.subarray(['Accept: */*', 'Cookie: a=b', 'Connection: keep-alive', 'X-A: b']),
  odd: fc.constantFrom(
    ...Array.from({ length: 12 }, () => ''),
    'Connection: close',
    'Expect: 100-continue',
    'Expect: wonders',
    'Upgrade: websocket',
    'Accept: a, b',
    'Transfer-Encoding: chunked',
    ...hostile,
  ),
  body: fc.constantFrom('', '', 'abc', 'x'.repeat(100)),
});

const messages = fc.oneof(
  {
    weight: 12,
    arbitrary: sketches.map(({ odd, body, fields, ...rest }) =>
      request({
        ...rest,
        fields: odd === '' ? fields : [...fields, odd],
        body: odd.startsWith('Transfer') ? chunks : body,
      }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('\r\n', 'garbage\r\n\r\n', 'GET / HTTP/1.1\r\nX-A : b\r\n\r\n', '\0') },
);

/** Where a text is cut: nowhere mostly, so that most requests come whole. */
const sendings = fc
  .array(
    fc.record({
      message: messages,
      cuts: fc.array(fc.nat(300), { maxLength: 2 }),
      joined: fc.nat(5),
      turns: fc.nat(3),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((all) => {
    const steps: Step[] = [];
    let waiting = '';
    for (const { message, cuts, joined, turns } of all) {
      waiting += message;
      if (joined === 0) continue;
      const at = joined < 4 ? [] : cuts.map((cut) => cut % waiting.length).toSorted((a, b) => a - b);
      for (const [from, to] of [0, ...at].map((start, index) => [start, at[index]] as const)) {
        if (waiting.slice(from, to) !== '') steps.push({ send: waiting.slice(from, to) }, { turns });
      }
      waiting = '';
    }
    return waiting === '' ? steps : [...steps, { send: waiting }];
  });

const endings = fc.constantFrom<readonly Step[]>(
  [],
  [],
  [{ leave: 'end' }],
  [{ leave: 'destroy' }],
  [pause, { leave: 'end' }],
  [pause, { leave: 'destroy' }],
);

describe('whole requests', () => {
  it('are answered as by the parser, and handlers see the same, whatever is sent and however it is cut', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(sendings, endings, (steps, ending) => expectSame([first, pause, ...steps, ...ending])),
      { numRuns: 500 },
    );
  });

  for (const [what, chunks, ways] of [
    ['the first is the parser’s, the next are not', [[''], [''], ['']], 'parser whole whole'],
    [
      'a body that comes in several parts is the parser’s, the next is not',
      [[''], ['abc', 'def', 'g'], ['']],
      'parser parser whole',
    ],
    ['the first may come so as well', [['abc', 'def'], ['abc']], 'parser whole'],
  ] as const) {
    it(what, async () => {
      const seen: string[] = [];
      const server = createServer({ requireHostHeader: false }, (incoming, response) => {
        seen.push(incoming instanceof WholeRequest ? 'whole' : 'parser');
        incoming.resume().on('end', () => response.end());
      });
      readWholeRequests(server, headBytes);
      const { client } = connectTo(server);
      for (const parts of chunks) {
        client.write(
          request({ method: 'POST', path: '/', body: parts.join('') }).slice(
            0,
            -parts.slice(1).join('').length || undefined,
          ),
        );
        for (const part of parts.slice(1)) {
          await settle();
          client.write(part);
        }
        await settle();
      }
      expect(seen.join(' ')).to.equal(ways);
      client.destroy();
    });
  }

  for (const [what, odd] of [
    ['half a head', [`GET / HTTP/1.1\r\nHo`, 'st: shop\r\n\r\n']],
    ['two at once', [request({ path: '/' }) + request({ path: '/' })]],
    ['a body and more', [request({ path: '/', body: 'abc' }) + request({ path: '/' })]],
    ['a body and more, in parts', [request({ path: '/', body: 'abc' }).slice(0, -1), `c${request({ path: '/' })}`]],
    ['chunks', [request({ path: '/', fields: ['Transfer-Encoding: chunked'], body: chunks })]],
    ['an expectation', [request({ path: '/', fields: ['Expect: 100-continue'] })]],
    ['an empty line', [`\r\n${request({ path: '/' })}`]],
    ['a head over the limit', [request({ path: '/', fields: [`X-Long: ${'x'.repeat(headBytes)}`] })]],
  ] as const) {
    it(`are all the parser’s after ${what}`, async () => {
      const seen: boolean[] = [];
      const server = createServer({ requireHostHeader: false, maxHeaderSize: 2 * headBytes }, (incoming, response) => {
        seen.push(incoming instanceof WholeRequest);
        incoming.resume().on('end', () => response.end());
      });
      readWholeRequests(server, headBytes);
      const { client } = connectTo(server);
      for (const text of [request({ path: '/' }), request({ path: '/' }), ...odd, request({ path: '/' })]) {
        client.write(text);
        await settle();
      }
      expect(seen[1]).to.equal(true);
      expect(seen.slice(2).includes(true)).to.equal(false);
      expect(seen.length).to.be.greaterThan(3);
      client.destroy();
    });
  }

  it('are the parser’s in a Node that makes its requests otherwise', async () => {
    const seen: boolean[] = [];
    const server = createServer({ requireHostHeader: false }, (incoming, response) => {
      seen.push(incoming instanceof WholeRequest);
      response.end();
    });
    readWholeRequests(server, headBytes);
    const add: unknown = Reflect.get(IncomingMessage.prototype, '_addHeaderLines');
    Reflect.deleteProperty(IncomingMessage.prototype, '_addHeaderLines');
    const { client } = connectTo(server);
    Reflect.set(IncomingMessage.prototype, '_addHeaderLines', add);
    for (const path of ['/1', '/2']) {
      client.write(request({ path }));
      await settle();
    }
    expect(seen).to.deep.equal([false, false]);
    client.destroy();
  });

  it('are of the same make when the same head comes again, and nobody sees what another did to his', async () => {
    const seen: unknown[] = [];
    const server = createServer({ requireHostHeader: false }, (incoming, response) => {
      seen.push([{ ...incoming.headers }, [...incoming.rawHeaders], incoming.url]);
      incoming.headers.host = 'changed';
      incoming.rawHeaders.push('X-Changed', '1');
      incoming.url = '/changed';
      response.end();
    });
    readWholeRequests(server, headBytes);
    const { client } = connectTo(server);
    for (let count = 0; count < 4; count++) {
      client.write(request({ path: '/same' }));
      await settle();
    }
    expect(seen).to.deep.equal(Array(4).fill([{ host: 'shop' }, ['Host', 'shop'], '/same']));
    client.destroy();
  });

  for (const name of answering) {
    context(`when a handler does this: ${name}`, () => {
      for (const [what, sketch] of [
        ['without a body', {}],
        ['with a body', { method: 'POST', body: 'some text' }],
        ['with an empty body', { method: 'POST', fields: ['Content-Length: 0'] }],
        ['without an answer’s body', { method: 'HEAD' }],
      ] as const) {
        const it1: Step = { send: request({ path: `/${name}/1`, ...sketch }) };
        const then: Step = { send: request({ path: '/read/2', method: 'POST', body: 'more' }) };
        it(`nothing differs ${what}`, () => expectSame([first, pause, it1, pause, pause, then]));
        it(`nothing differs ${what}, when the next is there at once`, () => expectSame([first, pause, it1, then]));
        it(`nothing differs ${what}, when the client ends`, () => expectSame([first, pause, it1, { leave: 'end' }]));
        it(`nothing differs ${what}, when the client leaves`, () =>
          expectSame([first, pause, it1, { turns: 1 }, { leave: 'destroy' }]));
      }
    });
  }
});
