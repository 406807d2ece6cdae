import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect } from 'chai';
import { openForTests, openPage } from '../support/browser.ts';

const root = resolve(import.meta.dirname, '../..');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** In the browser: how many tables are wider than the frame in which they scroll. */
const cutTables = `[...document.querySelectorAll('.rp-doc table')]
  .filter((table) => table.offsetWidth > table.parentElement.clientWidth).length`;

interface Site extends AsyncDisposable {
  readonly url: string;
}

/** The documentation as a reader of these sources would build it, behind a server that has nothing else. */
async function openSite(): Promise<Site> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-site-'));
  const { status, stdout, stderr } = await build(root, folder);
  if (status !== 0) {
    await rm(folder, { recursive: true });
    throw new Error(`The site is not built. "npm run docs:build" installs what it needs.\n${stdout}${stderr}`);
  }
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[extname(file)] ?? 'text/plain' });
    response.end(content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

async function build(from: string, folder: string) {
  const child = spawn(process.execPath, [join(from, 'site/run.ts'), 'build', folder], {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}

describe('the site of the documentation', function () {
  this.timeout(600_000);
  let site: Site;
  let browser: Parameters<typeof openPage>[0];
  openForTests(openSite, (opened, chromium) => {
    site = opened;
    browser = chromium;
  });

  it('begins with the README, and asks no other server', async () => {
    await using tab = await openPage(browser, site.url);
    const asked = new Set<string>();
    tab.page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await tab.page.goto('/');
    await tab.page.getByRole('heading', { name: 'Stoa', level: 1 }).waitFor();
    await tab.page.getByRole('link', { name: 'Tutorial', exact: true }).first().click();
    await tab.page.getByRole('heading', { name: 'Tutorial', level: 1 }).waitFor();
    expect([...asked]).to.deep.equal([site.url]);
    expect(tab.problems.filter((problem) => !problem.includes('favicon'))).to.deep.equal([]);
  });

  it('finds a word offline, and leads to where it stands', async () => {
    await using tab = await openPage(browser, site.url);
    await tab.page.goto('/');
    const search = tab.page.getByText('Search', { exact: true }).first();
    // React marks what it has hydrated.
    await tab.page.waitForFunction(
      (found) => Object.keys(found ?? {}).some((key) => key.startsWith('__react')),
      await search.elementHandle(),
    );
    await search.click();
    await tab.page.getByRole('textbox').fill('PATTERN_TOO_SLOW');
    const results = tab.page.locator('.rp-search-panel__results');
    await results.getByRole('link', { name: /Findings/ }).click();
    await tab.page.waitForURL(/\/reference\/findings/);
  });

  for (const width of [390, 1280])
    it(`shows pages and tables whole in a window of ${width} pixels`, async () => {
      await using tab = await openPage(browser, site.url, { viewport: { width, height: 900 } });
      for (const path of [
        ...['/', '/tutorial/', '/operating/commands.html', '/operating/monitoring.html', '/extensions/rest.html'],
        ...['/reference/gateway-yaml.gen.html', '/coming-from-evershop.html'],
      ]) {
        await tab.page.goto(path);
        expect(await tab.page.evaluate('document.documentElement.scrollWidth'), path).to.equal(width);
        expect(await tab.page.evaluate(cutTables), path).to.equal(0);
      }
    });
});

describe('npm run docs:build', function () {
  this.timeout(600_000);

  /** Builds a copy of the documentation with this text behind one of its pages. */
  async function buildWith(page: string, text: string): Promise<string> {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-docs-'));
    try {
      for (const name of ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'package.json', 'tsconfig.json'])
        await cp(join(root, name), join(folder, name), { recursive: true });
      for (const name of ['extensions', 'deploy', 'bench', 'src', 'schemas', 'test', 'scripts', 'console', 'packages'])
        await symlink(join(root, name), join(folder, name));
      const isOwn = (path: string): boolean => !/site\/(node_modules|dist|\.content)/.test(path);
      await cp(join(root, 'site'), join(folder, 'site'), { recursive: true, filter: isOwn });
      await symlink(join(root, 'site/node_modules'), join(folder, 'site/node_modules'));
      await appendFile(join(folder, page), text);
      const { status, stdout, stderr } = await build(folder, join(folder, 'out'));
      return `${status} ${stdout}${stderr}`;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  for (const [what, page, text, message] of [
    [
      'a link to no file',
      'docs/glossary.md',
      '\n[it](nowhere.md)\n',
      /^1 Dead links:\n {2}docs\/glossary\.md:\d+ {2}nowhere\.md\n/,
    ],
    [
      'a link to no heading',
      'docs/glossary.md',
      '\n[it](tutorial/index.md#nowhere)\n',
      /^1 [\s\S]*Dead anchors found in .*glossary\.md[\s\S]*#nowhere/,
    ],
    [
      'a page that the side bar lacks',
      'docs/lonely.md',
      '# Lonely\n',
      /^1 [\s\S]*site\/pages\.ts has no place for docs\/lonely\.md/,
    ],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect(await buildWith(page, text)).to.match(message);
    });
});
