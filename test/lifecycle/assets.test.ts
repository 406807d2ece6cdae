import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { postgresProxy } from '../support/postgres-proxy.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Version {
  readonly file: string;
  /** Edits a style sheet and an island, as the next version of the shop would. */
  change(): Promise<void>;
}

/** A copy of the shop with pages, with a colour of its own. */
async function version(color: string, edit: (text: string) => string = (text) => text): Promise<Version> {
  const file = await fixtureProject('page-shop', edit);
  const extensions = join(dirname(file), 'extensions');
  const replaceIn = async (name: string, from: RegExp, to: string): Promise<void> => {
    const path = join(extensions, name);
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
  };
  const paint = (next: string) => replaceIn('notes/pages/productPage/Notes.module.css', /color: \w+/, `color: ${next}`);
  await paint(color);
  return {
    file,
    change: async () => {
      await paint('teal');
      await replaceIn('notes/pages/productPage/Notes.tsx', /clicked/, 'pressed');
    },
  };
}

async function pathsIn(url: string): Promise<readonly string[]> {
  const html = await (await fetch(`${url}/products/1`, { headers: { accept: 'text/html' } })).text();
  const paths = html.match(/\/assets\/[^"]+-[A-Z0-9]{8}\.(?:css|js)/g) ?? [];
  expect(paths.filter((path) => path.endsWith('.css'))).to.have.lengthOf(1);
  expect(paths.filter((path) => path.endsWith('.js'))).to.have.lengthOf.above(1);
  return paths;
}

async function get(url: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text() };
}

async function statusesOf(url: string, paths: readonly string[]): Promise<readonly number[]> {
  return Promise.all(paths.map(async (path) => (await get(url, path)).status));
}

/** Follows the imports of a module, as a browser does. */
async function importedFrom(url: string, path: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const { status, text } = await get(url, path);
  expect(status, path).to.equal(200);
  for (const [, name] of text.matchAll(/"\.\/([^"]+\.js)"/g)) await importedFrom(url, `/assets/${name}`, seen);
  return seen;
}

describe('assets of other generations', () => {
  it('are the same from each of two replicas with different styles', async () => {
    await using database = await dropped();
    await using first = await startGateway({ ...database.options, file: (await version('green')).file });
    await using second = await startGateway({ ...database.options, file: (await version('black')).file });
    const [own, others] = [await pathsIn(first.url), await pathsIn(second.url)];
    expect(own).not.to.deep.equal(others);
    for (const path of [...own, ...others]) {
      const [here, there] = [await get(first.url, path), await get(second.url, path)];
      expect(here.status, path).to.equal(200);
      expect(here).to.deep.equal(there);
    }
    const response = await fetch(first.url + others.find((path) => path.endsWith('.css')));
    expect(response.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('are the same names in two folders only where the content is', async () => {
    await using database = await dropped();
    await using first = await startGateway({ ...database.options, file: (await version('green')).file });
    const edited = await version('green');
    await edited.change();
    await using second = await startGateway({ ...database.options, file: edited.file });
    const contents = new Map<string, string>();
    for (const { url, gateway } of [first, second])
      for (const path of [...gateway.assets.keys()].filter((each) => !each.endsWith('.svg'))) {
        const { text } = await get(url, path);
        expect(contents.get(path) ?? text, path).to.equal(text);
        contents.set(path, text);
      }
  });

  it('stay after a reload, with what an old page’s island imports', async () => {
    const { file, change } = await version('green');
    await using shop = await startGateway({ file });
    const paths = await pathsIn(shop.url);
    await change();
    expect(await shop.generations.reload('a new version')).to.include({ state: 'current' });
    expect(await pathsIn(shop.url)).not.to.deep.equal(paths);
    expect([...shop.gateway.assets.keys()]).not.to.include.members([...paths]);
    for (const path of paths) if (path.endsWith('.js')) await importedFrom(shop.url, path);
    expect(new Set(await statusesOf(shop.url, paths))).to.deep.equal(new Set([200]));
  });

  it('are found by a process that starts after the other generation has ended', async () => {
    await using database = await dropped();
    const before = await startGateway({ ...database.options, file: (await version('green')).file });
    const paths = await pathsIn(before.url);
    await before[Symbol.asyncDispose]();
    await using after = await startGateway({ ...database.options, file: (await version('black')).file });
    expect(new Set(await statusesOf(after.url, paths))).to.deep.equal(new Set([200]));
  });

  it('are shared in the folder that gateway.yaml names', async () => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-assets-'));
    const inFolder = (text: string) =>
      text.replace('server: { port: 0,', `server: { port: 0, assets: { folder: "${folder}" },`);
    try {
      await using first = await startGateway({ file: (await version('green', inFolder)).file });
      await using second = await startGateway({ file: (await version('black', inFolder)).file });
      for (const paths of [await pathsIn(first.url), await pathsIn(second.url)])
        for (const { url } of [first, second])
          expect(new Set(await statusesOf(url, paths))).to.deep.equal(new Set([200]));
      expect(await readdir(folder)).to.have.lengthOf.above(3);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are not kept when gateway.yaml says so', async () => {
    const none = (text: string) => text.replace('server: { port: 0,', 'server: { port: 0, assets: { keepHours: 0 },');
    const { file, change } = await version('green', none);
    await using shop = await startGateway({ file });
    const [path = ''] = await pathsIn(shop.url);
    await change();
    await shop.generations.reload('a new version');
    expect((await get(shop.url, path)).status).to.equal(404);
  });

  it('are 503 while the database is away, and own ones are answered', async () => {
    await using database = await dropped();
    await using proxy = await postgresProxy(parseDatabaseUrl(database.options.databaseUrl));
    await using other = await startGateway({ ...database.options, file: (await version('green')).file });
    await using shop = await startGateway({ databaseUrl: proxy.url, file: (await version('black')).file });
    const [own, others] = [await pathsIn(shop.url), await pathsIn(other.url)];
    const sheet = others.find((path) => path.endsWith('.css')) ?? '';

    proxy.refuse();
    proxy.hangUp();
    expect(new Set(await statusesOf(shop.url, own))).to.deep.equal(new Set([200]));
    const refused = await fetch(shop.url + sheet);
    expect(refused.status).to.equal(503);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.headers.get('cache-control')).to.equal('no-store');
    expect((await get(shop.url, '/assets/none.css')).status).to.equal(404);

    proxy.accept();
    let status = 503;
    while (status === 503) ({ status } = await get(shop.url, sheet));
    expect(status).to.equal(200);
    expect((await get(shop.url, '/assets/productPage-AAAAAAAA.css')).status).to.equal(404);
  });

  it('are warned of when they cannot be shared, and the shop opens', async () => {
    const { file } = await version('green', (text) =>
      text.replace('server: { port: 0,', 'server: { port: 0, assets: { folder: ./gateway.yaml },'),
    );
    await using shop = await startGateway({ file });
    expect(new Set(await statusesOf(shop.url, await pathsIn(shop.url)))).to.deep.equal(new Set([200]));
    const [warning] = shop.log.events('assets not shared');
    expect(warning?.reason).to.contain('EEXIST');
    expect(warning?.fix).to.contain('404');
  });
});

async function dropped(): Promise<AsyncDisposable & { readonly options: { readonly databaseUrl: string } }> {
  const { url, drop } = await createDatabase();
  return { options: { databaseUrl: url }, [Symbol.asyncDispose]: drop };
}
