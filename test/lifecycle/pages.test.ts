import { expect } from 'chai';
import { rawRequest } from '../support/page-client.ts';
import { openRaw } from '../support/raw-socket.ts';
import { rejection } from '../support/rejection.ts';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

forEachPlacement('pages', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'page-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const get = async (path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> => {
    const response = await fetch(shop.url + path, { headers: html, redirect: 'manual', ...init });
    return { response, text: await response.text() };
  };
  /** What the log has told so far of the pages of this shop: each hole once, however often a page was asked for. */
  const holes = (): readonly unknown[] =>
    shop.log.events('component left out').map(({ extension, component }) => `${extension}.${component}`);

  context('when a page of several extensions is asked for', () => {
    it('puts their components into areas, in order', async () => {
      const { response, text } = await get('/products/1');
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      const order = [
        '<header>',
        '<main',
        '<h1>Vitamin C',
        'note on 1',
        '</article>',
        'below the details',
        '<aside>',
        'The end',
      ];
      const places = order.map((part) => text.indexOf(part));
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
      expect(places).not.to.include(-1);
    });

    it('says the language and takes the head from the page before the whole shop', async () => {
      const { text } = await get('/products/1');
      expect(text).to.match(/^<!DOCTYPE html><html lang="en-IE" dir="ltr"><head>/);
      expect(text.match(/<title>.*?<\/title>/g)).to.deep.equal(['<title>Vitamin C</title>']);
      expect(text).to.include('<meta name="description" content="Everything on shelves">');
      expect(text).to.include(`<link rel="canonical" href="${shop.url}/products/1">`);
    });

    it('leaves out what fails, at once, later or in its data, and says so in the log', async () => {
      const { text } = await get('/products/1');
      expect(text).not.to.match(/half of it|Never seen|waiting for the worst|thrown|out of ink|<b>/);
      expect(text).to.include('worth the wait');
      expect(holes()).to.have.members(['notes.Stamp', 'notes.ThrowsAtOnce', 'notes.ThrowsLater']);
    });

    it('keeps what stands in the area of a component that is left out, but is not in its place', async () => {
      const { response, text } = await get('/products/nameless');
      expect(response.status).to.equal(200);
      expect(text).to.include('below the details').and.not.to.include('<h1>');
      expect(holes()).to.include('shelf.Product');
    });

    it('keeps hostile text a text, in markup, in the head and in data for the browser', async () => {
      const { text } = await get('/products/2');
      expect(text).to.include('<h1>&lt;/script&gt;&lt;img');
      expect(text).not.to.include('<img src=x');
      expect(text.match(/<\/script>/g)).to.have.lengthOf(2);
      expect(text).not.to.match(/\u2028(?![^<]*<\/p>)/);
      const [, json = ''] = /<script type="application\/json" id="stoa-islands">(.*?)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(json).islands[0].props.product.notes[0].text).to.equal('note on 2 </script><!-- & \u2028');
    });
  });

  context('when it takes values from its address', () => {
    it('gives declared query parameters to queries and to usePage', async () => {
      const { text } = await get('/?search=Vit&other=1');
      expect(text).to.include('data-search="Vit"').and.to.include('Vitamin C').and.not.to.include('&lt;img');
    });

    it('takes the first of a repeated parameter, and none that is too long', async () => {
      expect((await get('/?search=Vit&search=zzz')).text).to.include('data-search="Vit"');
      expect((await get(`/?search=${'z'.repeat(1_001)}`)).text)
        .to.include('Vitamin C')
        .and.not.to.include('data-search');
      expect((await get(`/?search=${'z'.repeat(1_000)}`)).text)
        .to.include('data-search')
        .and.not.to.include('Vitamin C');
    });

    it('decodes path parameters once', async () => {
      expect((await get('/products/%31')).text).to.include('<h1>Vitamin C');
      expect((await get('/products/%2531')).response.status).to.equal(404);
      const { response, text } = await get('/products/%zz');
      expect(response.status).to.equal(400);
      expect(text).to.include('<h1>Bad Request</h1>');
    });
  });

  context('when there is nothing to show', () => {
    it('answers an unknown address with a page that has what every page has', async () => {
      const { response, text } = await get('/nothing/here');
      expect(response.status).to.equal(404);
      expect(text).to.include('<title>Page not found</title>').and.to.include('<nav>').and.to.include('The end');
    });

    it('leads to the start page, wherever the shop has it', async () => {
      expect((await get('/nothing/here')).text).to.include('<a href="/">Go to');
      await using moved = await startGateway({
        fixture: 'page-shop',
        empty: true,
        config: (text) =>
          text.replace('path: /,', 'path: /shop,').replace('path: /slow', 'path: /slow, access: private'),
      });
      for (const path of ['/nothing/here', '/products/%zz']) {
        const text = await (await fetch(moved.url + path, { headers: html })).text();
        expect(text).to.include('<a href="/shop">Go to');
      }
    });

    it('answers JSON to who does not prefer HTML', async () => {
      const { response, text } = await get('/nothing/here', { headers: {} });
      expect(response.status).to.equal(404);
      expect(JSON.parse(text)).to.have.property('error');
    });

    it('takes a page that no extension has a component for as an unknown address', async () => {
      expect((await get('/checkout')).response.status).to.equal(404);
    });

    it('takes a null root field for a page that does not exist, unless it failed', async () => {
      expect((await get('/products/9')).response.status).to.equal(404);
      const { response, text } = await get('/products/broken');
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.equal('5');
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(text).to.include('Temporarily unavailable').and.not.to.include('below the details');
      expect((await get('/products/broken', { method: 'HEAD' })).response.status).to.equal(503);
    });
  });

  context('when a page has moved', () => {
    it('leads to its new address, with the query string', async () => {
      const { response } = await get('/products/old?a=1&b=%20');
      expect(response.status).to.equal(301);
      expect(response.headers.get('location')).to.equal('/products/1?a=1&b=%20');
      expect((await get('/products/old', { method: 'HEAD' })).response.headers.get('location')).to.equal('/products/1');
    });

    it('stays where it is when the new address is its own, or that of another site', async () => {
      for (const id of ['circle', 'elsewhere', 'hidden']) {
        const { response } = await get(`/products/${id}`);
        expect([id, response.status, response.headers.get('location')]).to.deep.equal([id, 200, null]);
      }
    });
  });

  context('when the method is another', () => {
    it('answers HEAD like GET, without a body', async () => {
      const [head, full] = [await get('/', { method: 'HEAD' }), await get('/')];
      expect(head.response.status).to.equal(200);
      expect(head.text).to.equal('');
      expect(head.response.headers.get('content-length')).to.equal(full.response.headers.get('content-length'));
    });

    it('refuses the rest with Allow', async () => {
      const { response } = await get('/', { method: 'DELETE' });
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('GET, HEAD');
    });
  });

  context('when routes of extensions lie where pages are', () => {
    it('answers with the route whose path is more exact', async () => {
      expect(JSON.parse((await get('/products/new')).text)).to.deep.equal({ route: 'newProduct' });
    });

    it("answers with a route that has the page's path and another method", async () => {
      const { text } = await get('/products/1', { method: 'POST' });
      expect(JSON.parse(text)).to.deep.equal({ route: 'changeProduct' });
    });

    it('allows what either of them allows', async () => {
      const { response } = await get('/products/1', { method: 'PUT' });
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('GET, HEAD, POST');
    });
  });

  context('when its data does not come', () => {
    let patient: TestGateway;
    before(async () => {
      patient = shop;
      const config = (text: string) => text.replace('timeoutMs: 30000', 'timeoutMs: 1500');
      shop = await startGateway({ fixture: 'page-shop', empty: true, config });
    });
    after(async () => {
      if (shop !== patient) await shop[Symbol.asyncDispose]();
      shop = patient;
    });

    it('answers 504 with a page', async () => {
      const { response, text } = await get('/slow');
      expect(response.status).to.equal(504);
      expect(text).to.include('<title>Gateway Timeout</title>');
    });

    it('gives up without an error in the log when the client leaves', async () => {
      const leaving = new AbortController();
      const answer = get('/slow', { signal: leaving.signal, headers: { ...html, 'x-request-id': 'left-early' } });
      leaving.abort();
      expect(await rejection(answer)).to.have.property('name', 'AbortError');
      // By then the one that left would have had its time, too.
      expect((await get('/slow')).response.status).to.equal(504);
      expect(shop.log.events('request failed').filter(({ requestId }) => requestId === 'left-early')).to.deep.equal([]);
    });
  });

  context('when a page is private', () => {
    it('refuses a guest', async () => {
      const { response, text } = await get('/account');
      expect(response.status).to.equal(401);
      expect(text).to.include('<title>Unauthorized</title>');
    });

    it('knows a caller', async () => {
      const { response, text } = await get('/account', {
        headers: { ...html, authorization: `Bearer ${await shop.token([], 'ann')}` },
      });
      expect(response.status).to.equal(200);
      expect(text).to.include('ann');
    });
  });

  context('when the browser reads the headers', () => {
    it('allows no script on a page without islands, and has none', async () => {
      const { response, text } = await get('/');
      expect(text).not.to.include('<script');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).to.include.members([
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "script-src 'none'",
      ]);
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(response.headers.get('referrer-policy')).to.equal('strict-origin-when-cross-origin');
    });

    it('allows the scripts of islands by a nonce that is never the same', async () => {
      const nonces = await Promise.all(
        [1, 2].map(async () => {
          const { response, text } = await get('/products/1');
          const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
          expect(text).to.include(`nonce="${nonce}"`);
          expect(response.headers.get('content-security-policy')).not.to.include('unsafe-inline');
          return nonce;
        }),
      );
      expect(new Set(nonces).size).to.equal(2);
    });
  });

  context('when files are asked for', () => {
    const linked = async (path: string, pattern: RegExp): Promise<string> =>
      pattern.exec((await get(path)).text)?.[1] ?? '';

    it('serves one stylesheet for each page, with the class names of the markup', async () => {
      const { text } = await get('/products/1');
      expect(text.match(/rel="stylesheet"/g)).to.have.lengthOf(1);
      const sheet = await get(await linked('/products/1', /rel="stylesheet" href="([^"]+)"/));
      const [, name = ''] = /<section class="(\w+)"/.exec(text) ?? [];
      expect(sheet.text).to.include(`.${name}{color:red}`).and.to.include('--ink');
      expect(sheet.text.indexOf('--ink')).to.be.lessThan(sheet.text.indexOf(name));
      expect(sheet.response.headers.get('content-type')).to.equal('text/css; charset=utf-8');
      expect(sheet.response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    });

    it('gives islands the class names of the markup too', async () => {
      const { text } = await get('/products/1');
      const [, name = ''] = /<section class="(\w+)"/.exec(text) ?? [];
      const [, module = ''] = /"module":"([^"]+)"/.exec(text) ?? [];
      const { response, text: code } = await get(module);
      expect(response.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect(code).to.include(`"${name}"`);
    });

    it('shares one Preact between the islands of all extensions', async () => {
      const scripts = [...shop.gateway.assets.keys()].filter((path) => path.endsWith('.js'));
      const texts = await Promise.all(scripts.map(async (path) => ({ path, text: (await get(path)).text })));
      // Preact names the namespace of SVG once.
      const withPreact = texts.filter(({ text }) => text.includes('http://www.w3.org/2000/svg'));
      expect(withPreact.map(({ path }) => path.replace(/-\w+\.js$/, ''))).to.deep.equal(['/assets/shared']);
      for (const { path, text } of texts) {
        if (path.startsWith('/assets/notes-') || path.startsWith('/assets/shelf-'))
          expect(text.length).to.be.lessThan(2_000);
      }
    });

    it('serves an extension its assets, and pictures of style sheets', async () => {
      const picture = await get('/assets/shelf/dot.svg');
      expect(picture.text).to.include('<circle');
      expect(picture.response.headers.get('content-type')).to.equal('image/svg+xml');
      expect(picture.response.headers.get('content-security-policy')).to.include('sandbox');
      const sheet = await get(await linked('/', /rel="stylesheet" href="([^"]+)"/));
      const address = /url\("([^"]+)"\)/.exec(sheet.text)?.[1] ?? '';
      expect((await get(address)).text).to.equal(picture.text);
    });

    it('answers 304 to who has the file', async () => {
      for (const path of ['/assets/shelf/dot.svg', await linked('/', /rel="stylesheet" href="([^"]+)"/)]) {
        const etag = (await get(path)).response.headers.get('etag') ?? '';
        const again = await get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
        expect(again.response.status).to.equal(304);
        expect(again.text).to.equal('');
      }
    });

    it('keeps a fresh connection, over which a browser asks for more', async () => {
      for (const path of ['/assets/shelf/dot.svg', await linked('/', /rel="stylesheet" href="([^"]+)"/)]) {
        const client = await openRaw(Number(new URL(shop.url).port));
        client.send(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
        expect(await client.until(/\r\n\r\n/)).to.match(/\r\nConnection: keep-alive\r\n/i);
        client.socket.destroy();
      }
    });

    it('answers HEAD, and refuses other methods', async () => {
      const head = await get('/assets/shelf/dot.svg', { method: 'HEAD' });
      expect(head.response.status).to.equal(200);
      expect(head.text).to.equal('');
      const post = await get('/assets/shelf/dot.svg', { method: 'POST' });
      expect(post.response.status).to.equal(405);
      expect(post.response.headers.get('allow')).to.equal('GET, HEAD');
    });

    for (const path of [
      '/assets/',
      '/assets/shelf',
      '/assets/shelf/none.svg',
      '/assets/../gateway.yaml',
      '/assets/shelf/../../gateway.yaml',
      '/assets/shelf/..%2f..%2f..%2fgateway.yaml',
      '/assets/shelf%2fdot.svg',
      '/assets//shelf/dot.svg',
      '/assets/shelf/dot.svg/',
      '/assets/%00',
      '/assets/constructor',
    ]) {
      it(`has nothing at ${path}`, async () => {
        expect(await rawRequest(shop.url, `GET ${path}`)).to.match(/^HTTP\/1.1 404 /);
      });
    }
  });

  it('has nothing for development', async () => {
    expect((await get('/_stoa/dev/events')).response.status).to.equal(404);
    expect((await get('/_stoa/dev/overlay.js')).response.status).to.equal(404);
    expect((await get('/products/1')).text).not.to.match(/_stoa|<!--stoa/);
  });
});

forEachPlacement('pages in development', (startGateway) => {
  let shop: TestGateway;
  let isClosed = false;
  before(async () => {
    shop = await startGateway({ fixture: 'page-shop', empty: true, development: true });
  });
  after(async () => {
    if (!isClosed) await shop[Symbol.asyncDispose]();
  });

  it('notes areas and components with owner, file, order and times', async () => {
    const text = await (await fetch(`${shop.url}/products/1`)).text();
    const labels = [...text.matchAll(/<!--stoa (.*?)-->/g)].map(([, json = '']) => JSON.parse(json));
    expect(labels.filter(({ area }) => area !== undefined).map(({ area }) => area)).to.include.members([
      'header',
      'productExtras',
    ]);
    const product = labels.find(({ component }) => component === 'Product');
    expect(product).to.include({ extension: 'shelf', sortOrder: 10 });
    expect(product.file).to.match(/Product\.tsx$/);
    expect(product.dataMs).to.be.a('number');
    expect(product.renderMs).to.be.a('number');
  });

  it('renders the same as in production but for the notes and the script', async () => {
    await using production = await startGateway({ fixture: 'page-shop', empty: true });
    const bare = (text: string): string =>
      text.replaceAll(/<!--\/?stoa.*?-->|<script .*?<\/script>|<link rel="stylesheet"[^>]*>/g, '');
    const [one, other] = await Promise.all(
      [shop, production].map(async ({ url }) =>
        bare(await (await fetch(`${url}/products/1`)).text()).replaceAll(url, ''),
      ),
    );
    expect(one).to.equal(other);
  });

  it('serves the overlay, and events that name the gateway and end with it', async () => {
    const page = await fetch(`${shop.url}/`);
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
    expect(page.headers.get('content-security-policy')).to.include("'nonce-");
    expect(await (await fetch(shop.url + script)).text()).to.include('EventSource');
    const events = await fetch(`${shop.url}/_stoa/dev/events`);
    expect(events.headers.get('content-type')).to.include('text/event-stream');
    const reader = events.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).to.match(/^retry: \d+\ndata: [0-9a-f-]{36}\n\n$/);
    const ended = reader?.read();
    await shop[Symbol.asyncDispose]();
    isClosed = true;
    expect((await ended)?.done).to.equal(true);
  });
});
