import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { createConsoleGate } from '../../../src/admin/console/console-gate.ts';
import { RequestError } from '../../../src/base/request-error.ts';
import { createClientOf } from '../../../src/edge/client-of.ts';

const token = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const begin = Date.parse('2026-01-01T00:00:00Z');

function gateAt(hours: number, secret = token) {
  return createConsoleGate({
    token: secret,
    clientOf: createClientOf(0),
    clock: () => new Date(begin + hours * 3_600_000),
  });
}

function requestWith(headers: Readonly<Record<string, string>>, method = 'GET'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, headers: { host: '127.0.0.1:3001', ...headers } });
}

const cookie = gateAt(0).signIn(token)?.split(';')[0] ?? '';

describe('the console’s gate', () => {
  it('knows an operator by the cookie', () => {
    expect(gateAt(11.9).identify(requestWith({ cookie: `other=1; ${cookie}` }))).to.include({ id: 'operator' });
  });

  for (const [what, hours, header, secret] of [
    ['12 hours are over', 12, cookie, token],
    ['the token is another one', 1, cookie, 'B'.repeat(43)],
    ['there are two', 1, `${cookie}; ${cookie}`, token],
    ['its end was put off', 1, cookie.replace(/=\d+/, '=9999999999'), token],
    ['it is the token itself', 1, cookie.replace(/=.*/, `=${token}`), token],
    ['it is empty', 1, cookie.replace(/=.*/, '='), token],
  ] as const)
    it(`takes the cookie for nothing when ${what}`, () => {
      expect(gateAt(hours, secret).identify(requestWith({ cookie: header }))).to.deep.equal({ kind: 'guest' });
    });

  it('gives no cookie for anything but the whole token', () => {
    for (const given of ['', token.slice(1), `${token}A`, token.toLowerCase()])
      expect(gateAt(0).signIn(given), given).to.equal(undefined);
  });

  it('refuses a bearer token that is not the right one, even beside the cookie', () => {
    const identify = () => gateAt(1).identify(requestWith({ cookie, authorization: 'Bearer nonsense' }));
    expect(identify).to.throw(RequestError).with.property('status', 401);
  });

  it('leaves other schemes to the proxy that asked for them', () => {
    expect(gateAt(1).identify(requestWith({ authorization: 'Basic YTpi' }))).to.deep.equal({ kind: 'guest' });
  });

  it('wants a proof of where a change comes from, from the cookie alone', () => {
    const post = (headers: Readonly<Record<string, string>>) => () => gateAt(1).identify(requestWith(headers, 'POST'));
    expect(post({ cookie })).to.throw(RequestError).with.property('status', 403);
    expect(post({ cookie, origin: 'http://127.0.0.1:3001' })()).to.include({ kind: 'user' });
    expect(post({ authorization: `Bearer ${token}` })()).to.include({ kind: 'user' });
  });
});
