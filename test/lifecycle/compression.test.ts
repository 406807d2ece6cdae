import { once } from 'node:events';
import { expect } from 'chai';
import { forEachPlacementOfOne, startGateway, type TestGateway } from '../support/start-gateway.ts';
import { ask, begin, type WireRequest } from '../support/wire-client.ts';

const all = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const browser = { accept: 'text/html', ...all };

forEachPlacementOfOne('answers that are compressed', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'edge-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const get = (path: string, headers: WireRequest['headers'] = {}, method = 'GET') =>
    ask(shop.url + path, { method, headers });
  const text = (length: number) => JSON.stringify({ query: `{ text(length: ${length}) }` });
  const graphql = (length: number, headers: WireRequest['headers'] = {}) =>
    ask(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text(length),
    });

  for (const [accept, encoding] of [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['GZip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity', undefined],
    ['', undefined],
    ['deflate, zstd', undefined],
    ['*;q=0', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['identity;q=0', undefined],
    ['gzip;q=abc', undefined],
  ] as const) {
    it(`are ${encoding ?? 'as they are'} for Accept-Encoding "${accept}", whatever made them`, async () => {
      const plain = await get('/', { accept: 'text/html' });
      const page = await get('/', { accept: 'text/html', 'accept-encoding': accept });
      const answers = [
        page,
        await get('/answers/long', { 'accept-encoding': accept }),
        await graphql(5000, { 'accept-encoding': accept }),
      ];
      for (const { status, headers, bytes } of answers) {
        expect(status).to.equal(200);
        expect(headers['content-encoding']).to.equal(encoding);
        expect(headers.vary).to.match(/accept-encoding/i);
        expect([String(bytes.length), undefined]).to.include(headers['content-length']);
      }
      expect(page.headers['content-length']).to.equal(String(page.bytes.length));
      expect(page.text).to.equal(plain.text);
      if (encoding !== undefined) expect(page.bytes.length).to.be.below(plain.bytes.length / 4);
    });
  }

  it('are as they are without Accept-Encoding', async () => {
    for (const answer of [await get('/'), await get('/answers/long'), await graphql(5000)])
      expect(answer.headers['content-encoding']).to.equal(undefined);
  });

  it('are as they are below 1 kB, unless the client refuses that', async () => {
    const some = { 'accept-encoding': 'gzip' };
    expect((await graphql(100, some)).headers['content-encoding']).to.equal(undefined);
    expect((await get('/answers/short', some)).headers['content-encoding']).to.equal(undefined);
    const only = { 'accept-encoding': 'gzip, identity;q=0' };
    expect((await graphql(100, only)).headers['content-encoding']).to.equal('gzip');
    const short = await get('/answers/short', only);
    expect(short.headers['content-encoding']).to.equal('gzip');
    expect(JSON.parse(short.text)).to.have.lengthOf(2);
  });

  it('are whole when they are long, and an error after them stays in the log', async () => {
    const rest = await get('/answers/huge', browser);
    expect(rest.headers['content-encoding']).to.equal('br');
    expect(JSON.parse(rest.text)).to.have.lengthOf(5_000);
    const answer = await graphql(200_000, all);
    expect(answer.headers['content-encoding']).to.equal('br');
    expect(answer.headers['content-length']).to.equal(String(answer.bytes.length));
    expect(JSON.parse(answer.text).data.text).to.have.lengthOf(200_000);
  });

  for (const kind of ['encoded', 'picture', 'cookie', 'strong', 'untouched', 'part', 'none'])
    it(`are left alone where that would change what they say (${kind})`, async () => {
      const plain = await get(`/answers/${kind}`);
      const answer = await get(`/answers/${kind}`, { 'accept-encoding': 'gzip, br' });
      expect(answer.status).to.equal(plain.status);
      expect(answer.bytes).to.deep.equal(plain.bytes);
      expect(answer.headers['content-encoding']).to.equal(plain.headers['content-encoding']);
      expect(answer.headers['content-length']).to.equal(plain.headers['content-length']);
    });

  it('keep a weak ETag, other fields of Vary, and their status', async () => {
    const weak = await get('/answers/weak', { 'accept-encoding': 'gzip' });
    expect(weak.headers).to.include({ etag: 'W/"1"', 'content-encoding': 'gzip' });
    const varied = await get('/answers/text', { 'accept-encoding': 'gzip' });
    expect(varied.headers).to.include({ vary: 'Origin, Accept-Encoding', 'content-encoding': 'gzip' });
    // Its head is on its way before its body.
    const raw = await get('/answers/raw', { 'accept-encoding': 'gzip' });
    expect(JSON.parse(raw.text)).to.have.lengthOf(2_000);
    const refused = await get('/answers/refused', { 'accept-encoding': 'gzip' });
    expect(refused.status).to.equal(409);
    expect(JSON.parse(refused.text).error).to.have.lengthOf(2_000);
  });

  it('have no body for HEAD, and what GET says of theirs', async () => {
    for (const path of ['/', '/answers/long']) {
      const [head, whole] = [await get(path, browser, 'HEAD'), await get(path, browser)];
      expect(head.status).to.equal(200);
      expect(head.bytes).to.have.lengthOf(0);
      expect(head.headers['content-encoding']).to.equal(whole.headers['content-encoding']);
      expect([undefined, whole.headers['content-length']]).to.include(head.headers['content-length']);
    }
  });

  for (const type of ['stream', 'json'])
    it(`arrive piece by piece when they are streamed (${type})`, async () => {
      const answer = await begin(`${shop.url}/events/${type}`, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers['content-encoding']).to.equal(undefined);
      const [first] = await once(answer, 'data');
      expect(String(first)).to.match(/^data: a+/);
      const ended = once(answer, 'end');
      await get('/events/go');
      answer.resume();
      await ended;
    });

  it('are not compressed for a caller with a token or a session, nor REST for any cookie', async () => {
    const token = { ...all, authorization: `Bearer ${await shop.token()}` };
    const session = { ...all, cookie: 'a=1; stoa_session=x', 'sec-fetch-site': 'same-origin' };
    const answers = [
      ...[
        await get('/', token),
        await get('/account', token),
        await get('/answers/long', token),
        await graphql(5000, token),
      ],
      ...[await get('/', session), await get('/answers/long', session), await graphql(5000, session)],
      await get('/answers/long', { ...browser, cookie: 'cart=1' }),
    ];
    for (const { status, headers } of answers) {
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(undefined);
    }
    expect((await get('/', { ...browser, cookie: 'seen=1' })).headers['content-encoding']).to.equal('br');
  });
});

describe('a page’s ETag', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'edge-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const get = (path: string, headers: WireRequest['headers'] = {}, method = 'GET') =>
    ask(shop.url + path, { method, headers: { ...browser, ...headers } });

  for (const path of ['/', '/island'])
    it(`is the same for each guest, and 304 for one who has it (${path})`, async () => {
      const [first, second] = [await get(path), await get(path, { 'accept-encoding': 'identity' })];
      const tag = String(first.headers.etag);
      expect(tag).to.match(/^W\/"[\w-]{22}"$/);
      expect(second.headers.etag).to.equal(tag);
      for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const { status, bytes, headers } = await get(path, { 'if-none-match': known }, method);
          expect(status, known).to.equal(304);
          expect(bytes).to.have.lengthOf(0);
          expect(headers).to.include({ etag: tag, 'cache-control': 'private, no-cache', vary: first.headers.vary });
          expect(headers).to.have.property('x-request-id');
          // A new policy would have another nonce than the page that the browser keeps.
          for (const name of ['content-security-policy', 'content-type', 'content-encoding'])
            expect(headers).not.to.have.property(name);
        }
      expect((await get(path, { 'if-none-match': 'W/"another"' })).status).to.equal(200);
    });

  it('has another value when the page has', async () => {
    const tags = [await get('/'), await get('/island')].map(({ headers }) => headers.etag);
    expect(tags[0]).not.to.equal(tags[1]);
  });

  it('is none for a caller, a private page, and a page that is not found', async () => {
    const authorization = `Bearer ${await shop.token()}`;
    const answers = [
      await get('/', { authorization }),
      await get('/account', { authorization }),
      await get('/', { cookie: 'stoa_session=x' }),
      await get('/nowhere'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 404]);
    for (const { headers } of answers) expect(headers.etag).to.equal(undefined);
    const known = await get('/', { authorization, 'if-none-match': '*' });
    expect(known.status).to.equal(200);
  });
});

describe('assets that are compressed', () => {
  let shop: TestGateway;
  let sheet: string;
  before(async () => {
    shop = await startGateway({ fixture: 'edge-shop', empty: true });
    const { text } = await ask(shop.url, { headers: { accept: 'text/html' } });
    sheet = shop.url + (/href="(\/assets\/[^"]+\.css)"/.exec(text)?.[1] ?? '');
  });
  after(() => shop[Symbol.asyncDispose]());

  it('have a length, an ETag and a Vary of each encoding', async () => {
    const plain = await ask(sheet);
    expect(plain.headers).to.include({ vary: 'Accept-Encoding', 'content-length': String(plain.bytes.length) });
    const tags = new Set([plain.headers.etag]);
    for (const encoding of ['br', 'gzip']) {
      for (let round = 0; round < 2; round++) {
        const answer = await ask(sheet, { headers: { 'accept-encoding': encoding } });
        expect(answer.headers).to.include({ vary: 'Accept-Encoding', 'content-encoding': encoding });
        expect(answer.headers['content-length']).to.equal(String(answer.bytes.length));
        expect(answer.bytes.length).to.be.below(plain.bytes.length / 3);
        expect(answer.text).to.equal(plain.text);
        tags.add(answer.headers.etag);
        const etag = String(answer.headers.etag);
        const known = await ask(sheet, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } });
        expect(known).to.include({ status: 304, text: '' });
        expect(known.headers).to.include({ etag, vary: 'Accept-Encoding' });
        expect(known.headers).not.to.have.property('content-encoding');
        // The bytes that this client has are not those that it would get.
        expect((await ask(sheet, { headers: { 'if-none-match': etag } })).status).to.equal(200);
      }
    }
    expect(tags).to.have.lengthOf(3);
    const head = await ask(sheet, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(head.headers).to.include({ 'content-encoding': 'br' });
  });
});

describe('a gateway with server.compression: false', () => {
  it('compresses nothing, and keeps its ETags', async () => {
    await using shop = await startGateway({
      fixture: 'edge-shop',
      empty: true,
      config: (text) => text.replace('server: { port: 0 }', 'server: { port: 0, compression: false }'),
    });
    const page = await ask(shop.url, { headers: browser });
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    const answers = [
      page,
      await ask(`${shop.url}/answers/long`, { headers: browser }),
      await ask(shop.url + sheet, { headers: browser }),
    ];
    for (const { status, headers } of answers) {
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(undefined);
    }
    expect(page.headers.etag).to.match(/^W\//);
  });
});
