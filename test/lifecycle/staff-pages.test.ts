import { expect } from 'chai';
import { forEachPlacement, startGateway, type TestGateway } from '../support/start-gateway.ts';

const off = (name: string) => (text: string) => text.replace(new RegExp(`(name: ${name}, .*enabled: )true`), '$1false');

const readerOf =
  (shop: TestGateway) =>
  async (path: string, permissions: readonly string[] = []) => {
    const headers = { accept: 'text/html', authorization: `Bearer ${await shop.token(permissions)}` };
    const response = await fetch(shop.url + path, { headers });
    return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
  };

forEachPlacement('pages with a frame of their own', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'staff-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const linksIn = (html: string) => html.match(/<a [^>]*>[^<]*/g) ?? [];

  it('have a menu with what the caller may see', async () => {
    const read = readerOf(shop);
    expect(linksIn((await read('/staff')).html)).to.deep.equal(['<a href="/staff" aria-current="page">Start']);
    expect(linksIn((await read('/staff/books', ['books:write'])).html)).to.deep.equal([
      '<a href="/staff">Start',
      '<a href="/staff/books" data-group="shelf" aria-current="page">Books',
    ]);
  });

  it('have it in the locale of the page', async () => {
    const { html } = await readerOf(shop)('/de/staff', ['books:write']);
    expect(linksIn(html)).to.deep.equal([
      '<a href="/de/staff" aria-current="page">Anfang',
      '<a href="/de/staff/books" data-group="shelf">Books',
    ]);
  });

  it('have a title of their own, or that of the frame', async () => {
    const read = readerOf(shop);
    expect((await read('/staff')).html).to.contain('<title>Home of the staff</title>');
    expect((await read('/staff/books', ['books:write'])).html).to.contain('<title>Staff</title>');
  });

  it('are without the components whose permissions the caller lacks, and do not ask for their data', async () => {
    const read = readerOf(shop);
    expect((await read('/staff')).html).to.not.contain('books');
    expect((await read('/staff', ['books:write'])).html).to.contain('<p>1 books</p>');
    expect((await read('/staff/books', ['books:write'])).html)
      .to.contain('Emma')
      .and.to.not.contain('notes');
    const both = await read('/staff/books', ['books:write', 'notes:write']);
    expect(both.html).to.contain('Emma').and.to.contain('<p>notes: dusty</p>');
    expect(shop.log.events('component left out')).to.deep.equal([]);
  });

  it('and their components name permissions, which the keeper of the settings may read', async () => {
    const ask = async (permissions?: readonly string[]) =>
      await shop.graphql('{ shopPermissions }', {}, permissions && (await shop.token(permissions)));
    const shopPermissions = ['books:write', 'notes:write', 'stoa:settings'];
    expect(await ask(['stoa:settings'])).to.deep.equal({ data: { shopPermissions } });
    for (const [caller, code] of [
      [undefined, 'UNAUTHENTICATED'],
      [['books:write'], 'FORBIDDEN'],
    ] as const)
      expect(await ask(caller)).to.have.nested.property('errors[0].extensions.code', code);
  });

  it('refuse a caller without the permission of the page', async () => {
    expect((await readerOf(shop)('/staff/books')).status).to.equal(403);
  });
});

describe('pages whose frame is away', () => {
  it('are not there, without a warning', async () => {
    await using shop = await startGateway({ fixture: 'staff-shop', empty: true, config: off('frame') });
    const read = readerOf(shop);
    expect([(await read('/staff')).status, (await read('/staff/books', ['books:write'])).status]).to.deep.equal([
      404, 404,
    ]);
    expect(shop.gateway.findings).to.deep.equal([]);
  });

  it('show no refused form, but say why it is refused', async () => {
    await using shop = await startGateway({ fixture: 'staff-shop', empty: true, config: off('frame') });
    const response = await fetch(`${shop.url}/staff/add-book`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: shop.url, authorization: `Bearer ${await shop.token(['books:write'])}` },
      body: new URLSearchParams({ title: 'x' }),
    });
    expect([response.status, await response.text()].join()).to.match(/^400.*title/s);
  });
});

describe('the address of a form whose page is away', () => {
  it('leads nowhere, since the page is not there', async () => {
    await using shop = await startGateway({ fixture: 'staff-shop', empty: true, config: off('frame') });
    const headers = { accept: 'text/html', authorization: `Bearer ${await shop.token(['books:write'])}` };
    const { status } = await fetch(`${shop.url}/staff/add-book`, { headers, redirect: 'manual' });
    expect(status).to.equal(405);
  });
});

describe('a page whose extension is away', () => {
  it('is not there, and the components of others for it rest', async () => {
    await using shop = await startGateway({ fixture: 'staff-shop', empty: true, config: off('books') });
    const read = readerOf(shop);
    expect((await read('/staff/books', ['books:write', 'notes:write'])).status).to.equal(404);
    expect((await read('/staff')).status).to.equal(200);
  });
});
