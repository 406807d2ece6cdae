import { expect } from 'chai';
import { exchangeRaw, openRaw } from '../support/raw-socket.ts';
import { runStoa } from '../support/run-stoa.ts';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

const json = { 'content-type': 'application/json' };
const foo = { name: 'A name', description: 'A description' };

const portOf = ({ url }: TestGateway) => Number(new URL(url).port);
const raw = (shop: TestGateway, ...lines: readonly string[]) =>
  exchangeRaw(portOf(shop), [...lines, '', ''].join('\r\n'));

forEachPlacement('a REST client of the shop', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway();
  });
  after(() => shop[Symbol.asyncDispose]());

  const postFoo = async (contentType: string, body: string) => {
    const headers = { 'content-type': contentType, authorization: `Bearer ${await shop.token()}` };
    return fetch(`${shop.url}/foos`, { method: 'POST', headers, body });
  };

  context('when the path has methods of two endpoints, one public and one private', () => {
    for (const method of ['POST', 'OPTIONS'])
      it(`answers 405 to ${method} with the methods of both, whoever asks`, async () => {
        for (const token of [undefined, 'wrong', await shop.token()]) {
          const answer = await shop.rest(method, '/reviews/1', token === undefined ? {} : { token });
          expect(answer.status).to.equal(405);
          expect(answer.headers.get('allow')).to.equal('DELETE, GET, HEAD, PATCH, PUT');
        }
      });

    it('lets a guest read and not write', async () => {
      expect((await shop.rest('GET', '/reviews/1')).status).to.equal(200);
      const put = await shop.rest('PUT', '/reviews/1', { body: {} });
      expect([put.status, put.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    });
  });

  context('when everything is wrong with a request', () => {
    it('hears of the method first, then of the token, the permission and the body', async () => {
      const [reader, writer] = [await shop.token([]), await shop.token(['reviews:write'])];
      const status = async (method: string, token: string) =>
        (await shop.rest(method, '/reviews/1', { token, body: { rating: 'good' } })).status;
      expect(await status('POST', 'wrong')).to.equal(405);
      expect(await status('PATCH', 'wrong')).to.equal(401);
      expect(await status('PATCH', reader)).to.equal(403);
      expect(await status('PATCH', writer)).to.equal(400);
    });
  });

  context('when it names the charset of its body', () => {
    const body = JSON.stringify(foo);
    for (const type of [
      'application/json',
      'application/json; charset=UTF-8',
      'application/json;charset="utf-8"; profile=x',
      'application/json; profile="a;b"',
      'application/json; profile="x"; charset=utf-8',
    ])
      it(`is understood: ${type}`, async () => {
        expect((await postFoo(type, body)).status).to.equal(201);
      });

    for (const type of [
      'application/json; charset=utf-7',
      'application/json; charset = utf-7',
      'application/json; x="; charset=utf-8"; charset=utf-7',
      'application/json; charset=utf-8; charset=utf-7',
    ])
      it(`is answered 415 where two parsers could differ: ${type}`, async () => {
        expect((await postFoo(type, body)).status).to.equal(415);
      });
  });

  context('when it sends a percent-encoded NUL in a path', () => {
    for (const path of ['/reviews/%00', '/products/1001%00/reviews'])
      it(`answers 404 to ${JSON.stringify(path)}`, async () => {
        expect((await shop.rest('GET', path)).status).to.equal(404);
      });
  });

  it('finds nothing beside the exact path', async () => {
    for (const path of ['//foos', '/foos/', '/Foos', '/x/../foos', '/foos;a=b', '/reviews//1', '/reviews/'])
      expect(await raw(shop, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close')).to.match(/^HTTP\/1.1 404 /);
  });

  context('when it tries to smuggle a request', () => {
    const head = ['POST /foos HTTP/1.1', 'Host: a', 'Connection: close'];
    for (const [what, lines] of Object.entries({
      'a length and chunks': [...head, 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0'],
      'two lengths': [...head, 'Content-Length: 1', 'Content-Length: 2', '', 'ab'],
      'a blank before the colon': [...head, 'Content-Length : 1', '', 'a'],
      'a folded header': [...head, 'X-A: a', ' b'],
      'chunks that are not the last coding': [...head, 'Transfer-Encoding: chunked, identity', '', '0'],
      'chunks in HTTP/1.0': [
        'POST /foos HTTP/1.0',
        'Connection: keep-alive',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        'GET /reviews/1 HTTP/1.0',
      ],
    }))
      it(`answers 400 once, and closes: ${what}`, async () => {
        const answer = await raw(shop, ...lines);
        expect(answer.match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 400']);
        expect(answer).to.match(/\{"error":"[^"]+"\}$/);
      });
  });

  it('is answered 400, with a reason, when it takes the shop for a proxy', async () => {
    expect(await raw(shop, 'CONNECT example.com:443 HTTP/1.1', 'Host: example.com'))
      .to.match(/^HTTP\/1.1 400 /)
      .and.to.match(/\{"error":"[^"]+"\}$/);
  });

  it('is answered when it expects what nobody knows', async () => {
    const answer = await raw(shop, 'GET /reviews/1 HTTP/1.1', 'Host: a', 'Connection: close', 'Expect: miracles');
    expect(answer).to.match(/^HTTP\/1.1 200 /);
  });

  it('is asked for a body only when it will be read', async () => {
    const expecting = ['Host: a', 'Connection: close', 'Expect: 100-continue', 'Content-Length: 2'];
    const refused = await openRaw(portOf(shop));
    refused.send(['POST /foos HTTP/1.1', ...expecting, '', ''].join('\r\n'));
    expect(await refused.until(/\{"error":[^}]*\}/)).to.match(/^HTTP\/1.1 401 /);
    refused.socket.destroy();
    const asked = await openRaw(portOf(shop));
    asked.send(['POST /products/1001/reviews HTTP/1.1', ...expecting, '', ''].join('\r\n'));
    expect(await asked.until(/\r\n\r\n/)).to.match(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    asked.send('{}');
    expect(await asked.until(/\{"error":[^}]*\}/)).to.match(/HTTP\/1.1 415 /);
    asked.socket.destroy();
  });
});

forEachPlacement('extensions that misbehave', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'rude-shop' });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('cannot send headers that break the answer', async () => {
    const answer = await shop.rest('GET', '/rude/bad-headers');
    expect(answer).to.deep.include({ status: 423, body: { error: 'closed' } });
    expect(answer.headers.get('retry-after')).to.equal('7');
    expect(answer.headers.has('x-note')).to.equal(false);
    expect(answer.headers.has('transfer-encoding')).to.equal(false);
  });

  it('are answered for when they throw what cannot be read', async () => {
    const answer = await shop.rest('GET', '/rude/unreadable');
    const id = answer.headers.get('x-request-id');
    expect(answer).to.deep.include({ status: 500, body: { error: `Internal server error (request ${id}).` } });
    expect(shop.log.text()).to.contain(id);
  });

  it('are answered for when they replace the methods of the response', async () => {
    expect((await shop.rest('GET', '/rude/replaces')).status).to.equal(504);
  });

  for (const [what, length, never] of [
    ['too much', 2, /evil/],
    ['too little', 400, /content-length: 400\b[\s\S]*"hello"/i],
  ] as const)
    it(`cannot write into the next answer on the connection by sending ${what}`, async () => {
      const says = [`GET /rude/says/${length} HTTP/1.1`, 'Host: a', ''];
      const answers = await raw(shop, ...says, 'GET /hello HTTP/1.1', 'Host: a', 'Connection: close');
      expect(answers).to.not.match(never);
      expect(shop.log.text()).to.contain('ERR_HTTP_CONTENT_LENGTH_MISMATCH');
    });

  it('end the connection, and do not let it hang, when they leave before their turn', async () => {
    const hello = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await exchangeRaw(portOf(shop), `${hello}GET /rude/leaves HTTP/1.1\r\nHost: a\r\n\r\n${hello}`);
    expect(answer.match(/"hello"/g) ?? []).to.have.lengthOf.at.most(1);
  });

  it('leave their neighbours alone', async () => {
    for (const path of ['unreadable', 'replaces', 'bad-headers']) await shop.rest('GET', `/rude/${path}`);
    expect((await shop.rest('GET', '/hello')).body).to.deep.equal({ success: true, data: { hello: 'you' } });
  });
});

forEachPlacement('a chain of handlers', (startGateway) => {
  it('runs as `stoa routes` prints it, after the gateway’s own checks', async () => {
    const file = await fixtureProject('rude-shop');
    const { routes } = JSON.parse((await runStoa(['routes', '--json'], { file })).stdout);
    const { chain } = routes.find(({ routeId }: { routeId: string }) => routeId === 'chain');
    await using shop = await startGateway({ fixture: 'rude-shop' });
    const token = await shop.token(['chain:pull']);
    const answer = await shop.rest<{ ran: string[] }>('POST', '/chain', { token, body: { name: 'a' } });
    expect(chain).to.deep.equal(['[method]', '[authenticate]', '[permit]', '[validate body]', ...answer.body.ran]);
    expect(answer.body.ran).to.deep.equal(['zebra', 'middle', 'apple', 'beta', 'answer']);
  });
});

forEachPlacement('a form', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'rude-shop' });
  });
  after(() => shop[Symbol.asyncDispose]());

  const post = (body: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${shop.url}/form`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  for (const [whence, headers, status] of [
    ['the shop itself', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a neighbour of the shop', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site, by its origin', { origin: 'http://elsewhere.example' }, 403],
    ['nowhere', { origin: 'null' }, 403],
    ['a program that does not say', {}, 403],
  ] as const)
    it(`from ${whence} is answered ${status}`, async () => {
      expect((await post('name=ann', headers)).status).to.equal(status);
    });

  for (const body of ['name=%ff', 'name=%zz', 'name=ann&%e2%82=1'])
    it(`with malformed percent-encoding is a 400: ${body}`, async () => {
      const answer = await post(body, { 'sec-fetch-site': 'same-origin' });
      expect([answer.status, await answer.json()]).to.deep.equal([
        400,
        { error: 'The form has malformed percent-encoding.' },
      ]);
    });

  it('may be sent as JSON from anywhere', async () => {
    const answer = await fetch(`${shop.url}/form`, { method: 'POST', headers: json, body: '{"name":"ann"}' });
    expect([answer.status, await answer.json()]).to.deep.equal([200, { success: true, data: { name: 'ann' } }]);
  });
});
