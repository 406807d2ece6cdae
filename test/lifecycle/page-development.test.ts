import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

describe('stoa dev in a browser', () => {
  before(function () {
    if (executablePath !== undefined) return;
    process.stdout.write('    skipped: no Chromium is installed (apt-get install chromium)\n');
    this.skip();
  });

  context('when a component is saved', () => {
    it('shows the page anew', async () => {
      const file = await fixtureProject('page-shop');
      const database = await createDatabase();
      const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
      try {
        const port = await freePort();
        await using stoa = startStoa(['dev', '--port', String(port)], {
          file,
          environment: { DATABASE_URL: database.url },
        });
        await stoa.waitFor(/Stoa is open/);
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${port}/`);
        await page.getByText('The end').waitFor();
        const component = join(dirname(file), 'extensions/shelf/pages/all/Footer.tsx');
        await writeFile(component, (await readFile(component, 'utf8')).replace('The end', 'The new end'));
        await page.getByText('The new end').waitFor();
      } finally {
        await browser.close();
        await database.drop();
      }
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
