import { expect } from 'chai';
import type { Request, Response } from '#extension-api';
import { exchangeRaw } from '../../support/raw-socket.ts';
import { startRest } from '../../support/rest-gateway.ts';
import { openSessionShop, pairOf, sameOrigin } from '../../support/session-shop.ts';

type Handler = (request: Request, response: Response) => unknown;

const forged = 'stoa_session=forged; Path=/';

/** Ways to set a cookie or field of the gateway. Each answers, and sets `own=1` where it can set several. */
const attempts: Readonly<Record<string, (response: Response) => unknown>> = {
  'setHeader()': (response) => response.setHeader('Set-Cookie', forged).end(),
  'setHeader() in capitals': (response) => response.setHeader('SET-COOKIE', [forged, 'own=1']).end(),
  'appendHeader()': (response) => response.appendHeader('set-Cookie', forged).appendHeader('set-cookie', 'own=1').end(),
  'setHeaders()': (response) => response.setHeaders(new Map([['set-cookie', forged]])).end(),
  'writeHead() with an object': (response) => response.writeHead(200, { 'Set-Cookie': [forged, 'own=1'] }).end(),
  'writeHead() with a list': (response) => response.writeHead(200, ['Set-Cookie', forged, 'Set-Cookie', 'own=1']).end(),
  'writeHead() with a reason': (response) => response.writeHead(200, 'Fine', { 'set-cookie': forged }).end(),
  'set()': (response) => response.set('Set-Cookie', forged).end(),
  'append()': (response) => response.append('Set-Cookie', forged).end(),
  'cookie()': (response) => response.cookie('stoa_session', 'forged').cookie('own', '1').end(),
  'clearCookie()': (response) => response.clearCookie('stoa_session').end(),
  'the name with its prefix': (response) => response.cookie('__Host-stoa_session', 'forged').end(),
  'the name in capitals': (response) => response.cookie('STOA_SESSION', 'forged').end(),
  'the console’s name': (response) => response.cookie('stoa_console_9000', 'forged').end(),
  'no name': (response) => response.appendHeader('Set-Cookie', '=stoa_session=forged').end(),
  'x-request-id': (response) => response.set('X-Request-Id', 'forged-by-extension').end(),
  'x-request-id in writeHead()': (response) => response.writeHead(200, { 'X-REQUEST-ID': 'forged-by-extension' }).end(),
  'x-request-id, taken back': (response) => {
    response.removeHeader('x-request-id');
    response.end();
  },
  'x-stoa-generation': (response) => response.set('x-stoa-generation', 'forged').end(),
};

const ask = 'POST /it HTTP/1.1\r\nHost: shop\r\nX-Request-Id: given-by-proxy\r\nConnection: close\r\n\r\n';
const serve = (run: Handler) => startRest({ it: { path: '/it', methods: ['POST'], run: [run] } });

describe('a field or cookie of the gateway that a handler sets', () => {
  for (const [name, attempt] of Object.entries(attempts)) {
    it(`is dropped, and the log names the extension once: ${name}`, async () => {
      await using server = await serve((_request, response) => attempt(response));
      const answers = [await exchangeRaw(server.port, ask), await exchangeRaw(server.port, ask)];
      for (const answer of answers) {
        expect(answer)
          .to.match(/^HTTP\/1.1 200 /)
          .and.to.match(/^x-request-id: given-by-proxy\r$/im);
        expect(answer).to.not.match(/forged|stoa_/i);
        expect(/own=1/.test(answer)).to.equal(/own/.test(attempt.toString()));
      }
      const lines = server.log.events('extension set a field of the gateway, which dropped it');
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include({ extension: 'shop', route: 'it' });
      expect(lines[0]?.field).to.equal(
        /x-(request-id|stoa-generation)/i.exec(attempt.toString())?.[0]?.toLowerCase() ?? 'set-cookie',
      );
    });
  }

  it('is dropped from an error', async () => {
    await using server = await serve(() => {
      const headers = { 'Set-Cookie': forged, 'x-request-id': 'forged-by-extension', 'x-own': 'yes' };
      throw Object.assign(new Error('no'), { status: 409, expose: true, headers });
    });
    const answer = await exchangeRaw(server.port, ask);
    expect(answer)
      .to.match(/^HTTP\/1.1 409 /)
      .and.to.include('x-own: yes');
    expect(answer).to.not.match(/forged|stoa_/i);
  });

  it('is not one of a similar name', async () => {
    await using server = await serve((_request, response) =>
      response.cookie('my_stoa_session', '1').cookie('stoa', '2').end(),
    );
    const answer = await exchangeRaw(server.port, ask);
    expect(answer).to.include('my_stoa_session=1').and.to.include('stoa=2');
    expect(server.log.events('extension set a field of the gateway, which dropped it')).to.deep.equal([]);
  });
});

describe('a handler that signs in', () => {
  const seen: unknown[] = [];
  const signing =
    (after: (response: Response) => void): Handler =>
    async ({ session }, response) => {
      await session.signIn({ id: 'ann' });
      seen.push([
        response.getHeader('set-cookie'),
        response.getHeaders()['set-cookie'],
        response.hasHeader('Set-Cookie'),
      ]);
      after(response);
      response.end('{}');
    };
  const afterwards: Readonly<Record<string, (response: Response) => void>> = {
    'sets a cookie of its own': (response) => response.cookie('own', '1'),
    'replaces all cookies': (response) => response.setHeader('Set-Cookie', 'own=1'),
    'takes all cookies back': (response) => response.removeHeader('Set-Cookie'),
    'writes the head': (response) => response.writeHead(200, { 'Set-Cookie': 'own=1' }),
    'writes the head from a list': (response) => response.writeHead(200, ['Set-Cookie', 'own=1']),
    'sets the gateway’s': (response) => response.cookie('stoa_session', 'forged'),
    'clears the gateway’s': (response) => response.clearCookie('stoa_session'),
  };

  for (const [name, after] of Object.entries(afterwards)) {
    it(`signs the shopper in and does not see the cookie, when it then ${name}`, async () => {
      seen.length = 0;
      const endpoint = { path: '/enter', methods: ['POST'], run: [signing(after)] } as const;
      await using shop = await openSessionShop({}, { enter: endpoint });
      const { status, headers } = await shop.send('POST', '/enter', sameOrigin);
      expect(status).to.equal(200);
      const own = headers.getSetCookie().filter((text) => text.startsWith('stoa_session='));
      const cookie = pairOf(new Headers({ 'set-cookie': own.join() }));
      expect((await shop.send('GET', '/me', { cookie })).body).to.have.nested.property('user.id', 'ann');
      expect(headers.getSetCookie().length - own.length).to.equal(/own=1|'own'/.test(after.toString()) ? 1 : 0);
      expect(seen).to.deep.equal([[undefined, undefined, false]]);
    });
  }
});
