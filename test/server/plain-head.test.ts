import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { type PlainHead, WholeRequest } from '../../src/gateway/http/whole-request.ts';
import { readPlainHead } from '../../src/server/plain-head.ts';
import { connectTo, settle } from '../support/one-connection.ts';

function headOf(text: string): PlainHead | undefined {
  const end = text.indexOf('\r\n\r\n') + 4;
  return end === 3 ? undefined : readPlainHead(text, end);
}

/** The head, where the text is one plain request and nothing else. */
function wholeIn(text: string): PlainHead | undefined {
  const head = headOf(text);
  const end = text.indexOf('\r\n\r\n') + 4;
  return head !== undefined && end + head.bodyLength === text.length ? head : undefined;
}

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
const get = (...fields: readonly string[]) => lines('GET / HTTP/1.1', 'Host: shop', ...fields);

describe('the head of a request', () => {
  context('when nobody can read it in two ways', () => {
    it('is read', () => {
      const text = lines('POST /a?b=%20 HTTP/1.1', 'Host: shop', 'Content-Length:3 ', 'X-Odd: \t a b\t ', 'x-empty:');
      expect(headOf(`${text}abc`)).to.deep.equal({
        method: 'POST',
        url: '/a?b=%20',
        fields: ['Host', 'shop', 'Content-Length', '3', 'X-Odd', 'a b', 'x-empty', ''],
        headers: { host: 'shop', 'content-length': '3', 'x-odd': 'a b', 'x-empty': '' },
        bodyLength: 3,
      });
    });

    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      it(`is read of a ${method}`, () => {
        expect(headOf(lines(`${method} / HTTP/1.1`, 'Host: shop'))).to.include({ method, bodyLength: 0 });
      });
    }

    it('is read when the connection is to stay open, however that is written', () => {
      expect(headOf(get('Connection: Keep-Alive'))).to.be.an('object');
    });
  });

  for (const [what, text] of [
    ['of another version', lines('GET / HTTP/1.0', 'Host: shop')],
    ['of a version that there is not', lines('GET / HTTP/1.2', 'Host: shop')],
    ['of HTTP/2', lines('PRI * HTTP/2.0', 'Host: shop')],
    ['of an unknown method', lines('BREW / HTTP/1.1', 'Host: shop')],
    ['of a method in lower case', lines('get / HTTP/1.1', 'Host: shop')],
    ['of a CONNECT', lines('CONNECT shop:443 HTTP/1.1', 'Host: shop')],
    ['with a whole URL', lines('GET http://shop/ HTTP/1.1', 'Host: shop')],
    ['with an authority', lines('GET shop:80 HTTP/1.1', 'Host: shop')],
    ['with an asterisk', lines('OPTIONS * HTTP/1.1', 'Host: shop')],
    ['with a fragment', lines('GET /#a HTTP/1.1', 'Host: shop')],
    ['with a target beyond ASCII', lines('GET /\u00e9 HTTP/1.1', 'Host: shop')],
    ['with two spaces before the target', lines('GET  / HTTP/1.1', 'Host: shop')],
    ['with two spaces after the target', lines('GET /  HTTP/1.1', 'Host: shop')],
    ['with a space after the version', lines('GET / HTTP/1.1 ', 'Host: shop')],
    ['after an empty line', `\r\n${get()}`],
    ['without a field', lines('GET / HTTP/1.1')],
    ['with a folded line', get('X-A: b', ' c')],
    ['with a line that ends with LF alone', get('X-A: b\nX-C: d')],
    ['with a line that ends with CR alone', get('X-A: b\rX-C: d')],
    ['with a NUL', get('X-A: b\0')],
    ['with a value beyond ASCII', get('X-A: \u00e9')],
    ['with a DEL', get('X-A: \x7f')],
    ['with a space before a colon', get('X-A : b')],
    ['with a name beyond ASCII', get('X-\u00e9: b')],
    ['with a name that is empty', get(': b')],
    ['with a line without a colon', get('X-A')],
    ['with a field that is there twice', get('Accept: a', 'accept: b')],
    ['with an empty field that is there twice', get('X-A:', 'X-A: b')],
    ['with two equal lengths', get('Content-Length: 1', 'Content-Length: 1')],
    ['with a list of lengths', get('Content-Length: 1, 1')],
    ['with a signed length', get('Content-Length: +1')],
    ['with a negative length', get('Content-Length: -1')],
    ['with a hexadecimal length', get('Content-Length: 0x1')],
    ['with an empty length', get('Content-Length:')],
    ['with a length that is huge', get('Content-Length: 9999999999')],
    ['with a tab after its length', get('Content-Length: 1\t')],
    ['with chunks', get('Transfer-Encoding: chunked')],
    ['with chunks, in any case', get('TRANSFER-ENCODING: Chunked')],
    ['with another coding', get('Transfer-Encoding: identity')],
    ['with chunks and a length', get('Transfer-Encoding: chunked', 'Content-Length: 1')],
    ['with an upgrade', get('Upgrade: websocket', 'Connection: Upgrade')],
    ['with an upgrade alone', get('Upgrade: websocket')],
    ['with an expectation', get('Expect: 100-continue')],
    ['of the last request', get('Connection: close')],
    ['with several options for the connection', get('Connection: keep-alive, close')],
    ['of an old proxy', get('Proxy-Connection: keep-alive')],
    ['with a field that Node makes a list of', get('Set-Cookie: a=b')],
    ['with a field named as what every object has', get('constructor: a')],
    ['with a field named as every object’s prototype', get('__proto__: a')],
  ] as const) {
    it(`is left to the parser ${what}`, () => expect(headOf(text)).to.equal(undefined));
  }

  it('ends at the first empty line', () => {
    const text = `${get('Content-Length: 20')}X-Not: a field\r\n\r\n12`;
    expect(headOf(text)).to.deep.include({ headers: { host: 'shop', 'content-length': '20' } });
  });
});

/** What a handler gets to see of a request. */
interface Seen {
  readonly request: IncomingMessage;
  body: string;
}

const shownOf = ({ request, body }: Seen) => ({
  method: request.method,
  url: request.url,
  rawHeaders: request.rawHeaders,
  headers: Object.entries(request.headers),
  distinct: Object.entries(request.headersDistinct),
  trailers: request.trailers,
  version: [request.httpVersion, request.httpVersionMajor, request.httpVersionMinor],
  upgrade: Reflect.get(request, 'upgrade'),
  body,
});

const server = createServer({ requireHostHeader: false });
let seen: Seen[] = [];
let errors: string[] = [];
server.on('request', (request, response) => {
  const one: Seen = { request, body: '' };
  seen.push(one);
  request.on('data', (bytes: Buffer) => {
    one.body += bytes.toString('latin1');
  });
  request.on('end', () => response.end());
});
server.on('clientError', (error: NodeJS.ErrnoException) => errors.push(error.code ?? error.message));

/** Has Node read these bytes, and compares what it saw with the head. */
async function expectSame(text: string, head: PlainHead): Promise<void> {
  [seen, errors] = [[], []];
  const { client } = connectTo(server);
  client.write(Buffer.from(text, 'latin1'));
  await settle();
  const where = JSON.stringify(text);
  expect(errors, where).to.deep.equal([]);
  expect(seen, where).to.have.lengthOf(1);
  const [nodes] = seen;
  if (nodes === undefined) return;
  const own = new WholeRequest(nodes.request.socket, head, undefined);
  const body = text.slice(text.length - head.bodyLength);
  expect(shownOf({ request: own, body }), where).to.deep.equal(shownOf(nodes));
  client.destroy();
  await once(client, 'close');
}

/** Texts that programs have read differently, or that mean something here. */
const pieces = [
  ...'\0\t\n\r !"#%&*+,-./:;<=>?@[\\]^_`{|}~\x7f\x80\u00e9\u00ff09azAZ',
  '\r\n',
  '\r\n\r\n',
  '\r\n ',
  ' HTTP/1.1',
  'Content-Length: 3',
  'content-length:3\t',
  'Content-Length: 03',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Connection: keep-alive',
  'Connection: close',
  'Upgrade: h2c',
  '__proto__: a',
  'constructor: b',
  'hasownproperty: c',
  'Cookie: a=b',
  'Set-Cookie: a=b',
  'Host: b',
  '1: a',
  'chunked',
  'keep-alive',
  '0',
  '3',
];

const name = fc.oneof(
  fc.constantFrom('Accept', 'cookie', 'X-Forwarded-For', 'From', 'age', 'Keep-Alive', 'TE', 'Trailer', 'Via', '7', '-'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,12}$/),
);
const value = fc.stringMatching(/^[\t -~]{0,16}$/);
const target = fc.oneof(
  fc.stringMatching(/^\/[!$-;=?-Z_a-z~]{0,16}$/),
  fc.constantFrom('/', '//a', '/a?b#c', '*', 'a:1'),
);
const requests = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    target,
    fields: fc.array(fc.tuple(name, fc.constantFrom(':', ': ', ':\t '), value), { minLength: 1, maxLength: 5 }),
    body: fc.stringMatching(/^[a-z\r\n:]{0,6}$/),
  })
  .map(({ method, target: url, fields, body }) => {
    const length = body.length === 0 ? [] : [`Content-Length: ${body.length}`];
    return lines(`${method} ${url} HTTP/1.1`, ...length, ...fields.map((field) => field.join(''))) + body;
  });
const edits = fc.array(fc.record({ at: fc.nat(), cut: fc.nat(2), put: fc.constantFrom('', ...pieces) }), {
  maxLength: 3,
});

function edited(text: string, changes: readonly { at: number; cut: number; put: string }[]): string {
  return changes.reduce((changed, { at, cut, put }) => {
    const from = at % (changed.length + 1);
    return changed.slice(0, from) + put + changed.slice(from + cut);
  }, text);
}

describe('a request that is taken without the parser', () => {
  it('is what the parser would have made of it, whatever was sent', async function () {
    this.timeout(120_000);
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(requests, edits, async (text, changes) => {
        const bytes = edited(text, changes);
        const head = wholeIn(bytes);
        if (head === undefined) return;
        taken++;
        await expectSame(bytes, head);
      }),
      { numRuns: 10_000 },
    );
    expect(taken).to.be.greaterThan(2000);
  });

  it('is that with any byte anywhere, put in or put in another’s place', async function () {
    this.timeout(120_000);
    const text = `${lines('PUT /a HTTP/1.1', 'Connection: keep-alive', 'Content-Length: 3', 'X:y')}abc`;
    let taken = 0;
    for (let at = 0; at <= text.length - 3; at++) {
      for (let code = 0; code < 256; code++) {
        for (const cut of [0, 1]) {
          const bytes = edited(text, [{ at, cut, put: String.fromCharCode(code) }]);
          const head = wholeIn(bytes);
          // A letter is like another.
          if (head === undefined || /[b-wB-W]/.test(String.fromCharCode(code))) continue;
          taken++;
          await expectSame(bytes, head);
        }
      }
    }
    expect(taken).to.be.greaterThan(1000);
  });
});
