import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { chromium, type Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

interface Development {
  readonly page: Page;
  /** Saves a component of every page, changed. */
  edit(from: string, to: string): Promise<void>;
}

async function develop(work: (development: Development) => Promise<void>): Promise<void> {
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
    const edit = async (from: string, to: string) =>
      writeFile(component, (await readFile(component, 'utf8')).replace(from, to));
    await work({ page, edit });
  } finally {
    await browser.close();
    await database.drop();
  }
}

describe('stoa dev in a browser', () => {
  before(function () {
    if (executablePath !== undefined) return;
    process.stdout.write('    skipped: no Chromium is installed (apt-get install chromium)\n');
    this.skip();
  });

  context('when a component is saved', () => {
    it('shows the page anew', async () => {
      await develop(async ({ page, edit }) => {
        await edit('The end', 'The new end');
        await page.getByText('The new end').waitFor();
      });
    });
  });

  context('when a component is saved that cannot be served', () => {
    it('says why, on the page as it was and on each that is asked for, until it is mended', async () => {
      await develop(async ({ page, edit }) => {
        const alert = page.getByRole('alert');
        await edit('areaId:', 'areaid:');
        await alert.waitFor();
        expect(await alert.innerText())
          .to.contain('extensions/shelf/pages/all/Footer.tsx:')
          .and.to.contain('COMPONENT_LAYOUT')
          .and.to.contain('Did you mean "areaId"?');
        expect(await page.getByText('The end').isVisible()).to.equal(true);
        await page.reload();
        await alert.waitFor();
        await page.getByRole('button', { name: 'Hide' }).click();
        expect(await alert.count()).to.equal(0);
        await page.reload();
        await alert.waitFor();
        await edit('areaid:', 'areaId:');
        await alert.waitFor({ state: 'detached' });
        expect(await page.getByText('The end').isVisible()).to.equal(true);
      });
    });
  });
});
