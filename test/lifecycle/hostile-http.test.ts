import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { exchangeRaw, openRaw } from '../support/raw-socket.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

/** Where bodies are sent to: a route that anybody may post to, and GraphQL. */
const targets = ['/sign-in', '/graphql'] as const;

let shop: TestGateway;
let port: number;

function head(target: string, ...lines: readonly string[]): string {
  return [`POST ${target} HTTP/1.1`, 'Host: shop', ...lines, '', ''].join('\r\n');
}

function jsonPost(target: string, body: string | Buffer, ...lines: readonly string[]): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const start = head(target, 'Content-Type: application/json', 'Connection: close', length, ...lines);
  return Buffer.concat([Buffer.from(start), Buffer.from(body)]);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

/** A body for the target, in which `value` stands where any JSON may. */
function bodyAround(target: string, value: string): string {
  return target === '/graphql'
    ? `{"query":"{ __typename }","variables":{"any":${value}}}`
    : `{"email":"a@b.example","password":"secret","any":${value}}`;
}

describe('a hostile client', () => {
  before(async () => {
    const generous = (text: string) => text.replace('server: { ', 'server: { limits: { body: 1000000 }, ');
    shop = await startGateway({ empty: true, config: generous });
    port = Number(new URL(shop.url).port);
  });

  after(async () => {
    await shop[Symbol.asyncDispose]();
  });

  for (const target of targets) {
    context(`that posts to ${target}`, () => {
      it('is refused before it has sent a byte of the terabyte that it declared', async () => {
        const raw = await openRaw(port);
        raw.send(head(target, 'Content-Type: application/json', 'Content-Length: 1099511627776'));
        expect(statusOf(await raw.until(/\r\n\r\n.+/))).to.equal(413);
        raw.socket.destroy();
      });

      it('is refused in the middle of a body without an end', async () => {
        const raw = await openRaw(port);
        const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
        raw.send(head(target, 'Content-Type: application/json', 'Transfer-Encoding: chunked'));
        const answer = raw.until(/\r\n\r\n.+/);
        // 2 MB of a limit of 1 MB, and no last chunk.
        for (let sent = 0; sent < 32; sent++) raw.send(chunk);
        expect(statusOf(await answer)).to.equal(413);
        raw.socket.destroy();
      });

      for (const coding of ['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'x-bomb']) {
        it(`is refused with a bomb in ${coding}, which is not looked into`, async () => {
          const bomb = gzipSync(Buffer.alloc(10_000_000));
          const answer = await exchangeRaw(port, jsonPost(target, bomb, `Content-Encoding: ${coding}`));
          expect(statusOf(answer)).to.equal(415);
        });
      }

      it('is refused with a bomb that is a transfer coding', async () => {
        const lines = ['Content-Type: application/json', 'Transfer-Encoding: gzip, chunked', 'Connection: close'];
        const answer = await exchangeRaw(port, `${head(target, ...lines)}5\r\nabcde\r\n0\r\n\r\n`);
        expect(statusOf(answer)).to.be.oneOf([400, 415]);
      });

      for (const [what, value] of [
        ['lists that are 45,000 deep', '['.repeat(45_000) + ']'.repeat(45_000)],
        ['objects that are 45,000 deep', `${'{"a":'.repeat(45_000)}1${'}'.repeat(45_000)}`],
        ['lists that are never closed', '['.repeat(45_000)],
        ['a key __proto__', '{"__proto__":{"admin":true}}'],
        ['a key __proto__ in disguise', '{"\\u005f_proto__":{"admin":true}}'],
        ['a key __proto__ deep inside', '[{"a":[{"__proto__":1}]}]'],
        ['a key constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
      ] as const) {
        it(`is refused with ${what}`, async () => {
          expect(statusOf(await exchangeRaw(port, jsonPost(target, bodyAround(target, value))))).to.equal(400);
        });
      }

      it('is not refused for words that are only texts', async () => {
        const answer = await exchangeRaw(port, jsonPost(target, bodyAround(target, '"__proto__ constructor \\u005f"')));
        // Nobody has this password.
        expect(statusOf(answer)).to.equal(target === '/graphql' ? 200 : 401);
      });

      for (const type of [
        'multipart/form-data; boundary=a',
        'text/plain',
        'application/xml',
        'application/jsonx',
        '',
      ]) {
        it(`is refused with ${type === '' ? 'no type' : type}`, async () => {
          const lines = type === '' ? [] : [`Content-Type: ${type}`];
          const start = head(target, 'Connection: close', 'Content-Length: 2', ...lines);
          expect(statusOf(await exchangeRaw(port, `${start}{}`))).to.equal(415);
        });
      }

      it('is not asked for a body that would be refused', async () => {
        const raw = await openRaw(port);
        const lines = ['Content-Type: application/json', 'Content-Length: 2000000', 'Expect: 100-continue'];
        raw.send(head(target, ...lines));
        expect(statusOf(await raw.until(/\r\n\r\n.+/))).to.equal(413);
        raw.socket.destroy();
      });
    });
  }

  for (const [what, text, status] of [
    [
      'an address of 9,000 characters',
      `GET /?${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      414,
    ],
    ['a head of 20,000 bytes', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['101 header fields', `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(100)}\r\n`, 431],
    ['1,500 header fields', `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(1500)}\r\n`, 431],
    ['a length and chunks', `${head('/graphql', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
    ['two lengths', `${head('/graphql', 'Content-Length: 5', 'Content-Length: 6')}12345`, 400],
    ['a length below zero', `${head('/graphql', 'Content-Length: -1')}`, 400],
    [
      'a chunk of no size',
      `${head('/graphql', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`,
      400,
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n', 400],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const answer = await exchangeRaw(port, text);
      expect(statusOf(answer)).to.equal(status);
      expect(answer).to.match(/\r\nconnection: close\r\n/i);
    });
  }

  it('is served with 100 header fields', async () => {
    const answer = await exchangeRaw(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'a: b\r\n'.repeat(98)}\r\n`,
    );
    expect(statusOf(answer)).to.equal(200);
  });

  it('may try to sign in thirty times, and has to wait then', async () => {
    await using fresh = await startGateway({ empty: true });
    const tries: number[] = [];
    // Refused for their form alone, since hashing thirty passwords takes its time: what is counted is the try.
    for (let at = 0; at < 31; at++) tries.push((await fresh.rest('POST', '/sign-in', { body: {} })).status);
    expect(tries).to.deep.equal([...Array.from({ length: 30 }, () => 400), 429]);
    const form = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(`${fresh.url}/sign-in`, {
      method: 'POST',
      headers: form,
      body: new URLSearchParams({ email: 'ann@b.example', password: 'x' }),
    });
    expect(answer.status).to.equal(429);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 300);
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    const page = await answer.text();
    expect(page).to.include('Too many requests; try again in').and.to.include('ann@b.example');
  });

  it('leaves the shop as it was', async () => {
    expect(await shop.graphql('{ __typename }')).to.deep.equal({ data: { __typename: 'Query' } });
    expect(Reflect.get({}, 'admin')).to.equal(undefined);
  });
});
