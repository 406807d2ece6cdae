import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { forEachPlacementOfOne, startGateway, type TestGateway } from '../support/start-gateway.ts';

forEachPlacementOfOne('components that were rendered once', (start) => {
  let shop: TestGateway;
  beforeEach(async () => {
    shop = await start({ fixture: 'kept-shop', empty: true });
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(shop.url + path, { headers: { accept: 'text/html' }, ...init });
    return { text: await response.text(), tag: response.headers.get('etag'), status: response.status };
  };
  const signedIn = async () => ({ accept: 'text/html', authorization: `Bearer ${await shop.token()}` });
  const renderings = async () => {
    const ask = '{ tone: renderings(of: "Tone") volume: renderings(of: "Volume") say: renderings(of: "Say") }';
    return (await shop.graphql<Record<'tone' | 'volume' | 'say', number>>(ask)).data;
  };

  it('are not rendered again for the next guest, with the same head, bytes and ETag but for the form key', async () => {
    const keyOf = (html: string) => /name="key" value="([^"]{36})"/.exec(html)?.[1] ?? '';
    const first = await read('/tones/a');
    const before = await renderings();
    const second = await read('/tones/a');
    expect(await renderings()).to.deep.equal(before);
    expect(second.text).to.include('<title>The tone a</title>').and.include('<h1>a<!-- --> of <!-- -->en-IE</h1>');
    expect(keyOf(second.text)).to.have.lengthOf(36).and.not.equal(keyOf(first.text));
    expect(second.text.replaceAll(keyOf(second.text), '')).to.equal(first.text.replaceAll(keyOf(first.text), ''));
    expect(second.tag).to.be.a('string').and.equal(first.tag);
    expect(await read('/tones/a', { headers: { 'if-none-match': second.tag ?? '' } })).to.include({ status: 304 });
  });

  it('are kept across addresses that give the same props and values', async () => {
    await read('/tones/a');
    const before = await renderings();
    expect((await read('/tones/abc')).text)
      .to.include('og:url" content="')
      .and.include('/tones/abc"');
    expect(await renderings()).to.deep.equal(before);
  });

  it('are rendered for other props, and for other values that they read', async () => {
    await read('/tones/a');
    const before = await renderings();
    expect((await read('/tones/b')).text).to.include('<h1>b');
    expect((await renderings())?.tone).to.equal((before?.tone ?? 0) + 1);
    expect((await renderings())?.volume).to.equal(before?.volume);
    expect((await read('/tones/a?loud=1')).text).to.include('<p>loud</p>');
    expect((await read('/tones/a')).text).to.include('<p>soft</p>');
    expect((await renderings())?.tone).to.equal((before?.tone ?? 0) + 1);
  });

  it('are rendered for a signed-in caller and on a private page, each time', async () => {
    const headers = await signedIn();
    await read('/tones/a');
    const before = await renderings();
    await read('/tones/a', { headers });
    await read('/tones/a', { headers });
    expect((await renderings())?.tone).to.equal((before?.tone ?? 0) + 2);
    await read('/account', { headers });
    await read('/account', { headers });
    const { data } = await shop.graphql<{ count: number }>('{ count: renderings(of: "Account") }');
    expect(data).to.deep.equal({ count: 2 });
  });

  it('are rendered for a refused form, whose page no other guest gets', async () => {
    const body = new URLSearchParams({ word: 'xy' });
    const post = () => read('/tones/a', { method: 'POST', body, headers: { accept: 'text/html', origin: shop.url } });
    const refused = await post();
    expect(refused).to.include({ status: 400 });
    expect(refused.text).to.include('value="xy"');
    expect((await read('/tones/a')).text).to.not.include('value="xy"');
    expect((await post()).text).to.include('value="xy"');
  });

  it('are rendered for each request when the component says so', async () => {
    const timesIn = (html: string) => ['impure', 'live'].map((id) => new RegExp(`id="${id}">([^<]+)`).exec(html)?.[1]);
    const [impure, live] = timesIn((await read('/clock')).text);
    const [keptImpure, nextLive] = timesIn((await read('/clock')).text);
    expect(keptImpure).to.be.a('string').and.equal(impure);
    expect(nextLive).to.be.a('string').and.not.equal(live);
  });

  it('are rendered anew by the next gateway', async () => {
    expect((await read('/tones/a')).text).to.include('of <!-- -->en-IE');
    await writeFile(shop.file, (await readFile(shop.file, 'utf8')).replace('locale: en-IE', 'locale: de-DE'));
    expect(await shop.generations.reload('another locale')).to.include({ state: 'current' });
    expect((await read('/tones/a')).text).to.include('of <!-- -->de-DE');
  });
});

describe('components in development', () => {
  it('are rendered for each request', async () => {
    await using shop = await startGateway({ fixture: 'kept-shop', empty: true, development: true });
    const ask = async () =>
      (await shop.graphql<{ count: number }>('{ count: renderings(of: "Tone") }')).data?.count ?? 0;
    await (await fetch(`${shop.url}/tones/a`)).text();
    const before = await ask();
    await (await fetch(`${shop.url}/tones/a`)).text();
    expect(await ask()).to.be.above(before);
  });

  it('are named in the log, once, when they are not pure', async () => {
    await using shop = await startGateway({ fixture: 'kept-shop', empty: true, development: true });
    for (let each = 0; each < 2; each++) await (await fetch(`${shop.url}/clock`)).text();
    const named = shop.log.events('component is not pure').map(({ component }) => component);
    expect(named).to.deep.equal(['Impure']);
  });
});
