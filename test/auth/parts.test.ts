import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { createClientOf, isFromOwnOrigin } from '#edge';
import { safeNext } from '../../src/auth/sessions/safe-next.ts';
import { withoutSessionCookie } from '../../src/auth/sessions/session-cookie.ts';
import { createSessionIds, hashSessionId } from '../../src/auth/sessions/session-id.ts';

describe('the value of a session cookie', () => {
  const ids = createSessionIds('a session secret of thirty-two bytes or more');
  const id = ids.create();
  const value = ids.sign(id);
  const [, signature = ''] = value.split('.');

  it('is an id and its signature, and gives the id back', () => {
    expect(value).to.match(/^[\w-]{43}\.[\w-]{43}$/);
    expect(ids.verify(value)).to.equal(id);
  });

  it('is verified by the older secrets, and signed with the first', () => {
    const next = 'the next session secret, of thirty-two bytes';
    const rotated = createSessionIds(next, ['one before', 'a session secret of thirty-two bytes or more']);
    expect(rotated.verify(value)).to.equal(id);
    expect(rotated.sign(id)).to.equal(createSessionIds(next).sign(id)).and.not.equal(value);
    expect(createSessionIds(next, ['one before']).verify(value)).to.equal(undefined);
  });

  it('is another one each time', () => {
    expect(ids.create()).to.not.equal(ids.create());
  });

  // The last of 43 digits has two bits that base64url does not use: another digit stands for the same bytes.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sameBytes = signature.slice(0, -1) + digits[digits.indexOf(signature.slice(-1)) ^ 1];
  for (const [what, forged] of [
    ['signed with another secret', createSessionIds('another secret of at least thirty-two bytes').sign(id)],
    ['of another id with this signature', `${ids.create()}.${signature}`],
    ['with a signature of the same bytes in other digits', `${id}.${sameBytes}`],
    ['without a signature', id],
    ['with an empty signature', `${id}.`],
    ['with something behind it', `${value}.x`],
    ['in quotes', `"${value}"`],
    ['that is empty', ''],
    ['of half a megabyte', 'x'.repeat(500_000)],
  ] as const) {
    it(`is refused when it is one ${what}`, () => expect(ids.verify(forged)).to.equal(undefined));
  }

  it('is known to the database by a hash that does not tell it', () => {
    expect(hashSessionId(id)).to.have.lengthOf(32);
    expect(hashSessionId(id).toString('base64url')).to.not.equal(id);
  });
});

describe('where to go back to', () => {
  for (const [next, path] of [
    ['/', '/'],
    ['/account', '/account'],
    ['/products/1?page=2&sort=a%20b#reviews', '/products/1?page=2&sort=a%20b#reviews'],
    ['/search?next=https://evil.example', '/search?next=https://evil.example'],
    ['/a/../b', '/b'],
    ['/käse', '/k%C3%A4se'],
    ['/@evil.example', '/@evil.example'],
  ] as const) {
    it(`is ${path}, given ${next}`, () => expect(safeNext(next)).to.equal(path));
  }

  for (const next of [
    undefined,
    null,
    7,
    ['/account'],
    '',
    'account',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/a\r\nset-cookie: x=1',
    '/a\u0000',
    '/a\u0085',
    '/\ud800',
    `/${'a'.repeat(2000)}`,
  ]) {
    it(`is nowhere, given ${JSON.stringify(next)?.slice(0, 40)}`, () => expect(safeNext(next)).to.equal(undefined));
  }
});

describe('the Cookie header that handlers see', () => {
  for (const [sent, seen] of [
    ['theme=dark', 'theme=dark'],
    ['stoa_session=a.b', undefined],
    ['__Host-stoa_session=a.b', undefined],
    ['theme=dark; stoa_session=a.b; lang=en', 'theme=dark; lang=en'],
    ['stoa_session=a.b;theme=dark', 'theme=dark'],
    ['theme=dark;  stoa_session = a.b', 'theme=dark'],
    ['stoa_session=a; stoa_session=b; x=stoa_session', 'x=stoa_session'],
    ['my_stoa_session=1', 'my_stoa_session=1'],
    ['stoa_session', undefined],
    ['stoa_console_Ab12=1.x; theme=dark', 'theme=dark'],
  ] as const) {
    it(`is ${seen ?? 'none'}, sent ${sent}`, () => expect(withoutSessionCookie(sent)).to.equal(seen));
  }
});

describe("a request from the shop's own pages", () => {
  for (const [headers, own] of [
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://shop.example' }, false],
    [{ origin: 'http://shop.example' }, true],
    [{ origin: 'https://shop.example' }, true],
    [{ origin: 'http://shop.example:8080' }, false],
    [{ origin: 'http://evil.example' }, false],
    [{ origin: 'http://shop.example.evil.example' }, false],
    [{ origin: 'http://shop.example@evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ referer: 'http://shop.example/' }, false],
    [{}, false],
  ] as const) {
    it(`is ${own ? '' : 'not '}one with ${JSON.stringify(headers)}`, () => {
      const request = new IncomingMessage(new Socket());
      Object.assign(request, { headers: { host: 'Shop.example', ...headers } });
      expect(isFromOwnOrigin(request, createClientOf(0)(request))).to.equal(own);
    });
  }
});
