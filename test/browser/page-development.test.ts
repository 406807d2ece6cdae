import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { browserPath } from '../support/browser-path.ts';
import { freePort } from '../support/free-port.ts';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Development {
  readonly page: Page;
  readonly address: string;
  /** Saves a component of every page, or another file of the extension, changed. */
  edit(from: string, to: string, file?: string): Promise<void>;
}

async function develop(work: (development: Development) => Promise<void>): Promise<void> {
  const file = await fixtureProject('page-shop');
  const database = await createDatabase();
  const browser = await openBrowser();
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
    const edit: Development['edit'] = async (from, to, name = 'all/Footer.tsx') => {
      const component = join(dirname(file), 'extensions/shelf/pages', name);
      await writeFile(component, (await readFile(component, 'utf8')).replace(from, to));
    };
    await work({ page, edit, address: `http://127.0.0.1:${port}` });
  } finally {
    await browser.close();
    await database.drop();
  }
}

describe('stoa dev in a browser', () => {
  before(function () {
    if (existsSync(browserPath)) return;
    process.stdout.write('    skipped: no Chromium is installed (apt-get install chromium-headless-shell)\n');
    this.skip();
  });

  context('when a component is saved', () => {
    it('shows the page anew', async () => {
      await develop(async ({ page, edit }) => {
        await edit('The end', 'The new end');
        await page.getByText('The new end').waitFor();
      });
    });

    it('keeps the document of a page without islands, with its place and what a script has noted', async () => {
      await develop(async ({ page, edit }) => {
        await page.evaluate("globalThis.noted = 'before'");
        await edit('The end', 'The new end');
        await page.getByText('The new end').waitFor();
        expect(await page.evaluate('globalThis.noted')).to.equal('before');
      });
    });

    it('takes over the language and the direction of gateway.yaml', async () => {
      await develop(async ({ page, edit }) => {
        await edit('version: 1', 'version: 1\nshop: { locale: ar-EG }', '../../../gateway.yaml');
        await page.locator('html[lang="ar-EG"][dir="rtl"]').waitFor();
      });
    });
  });

  context('when a page has an island that runs', () => {
    const island = 'productPage/Counter.tsx';

    /** Gives the island a state, and moves the pointer away. Returns how often it was seen. */
    async function count(page: Page, address: string): Promise<string> {
      await page.goto(`${address}/products/1`);
      const counter = page.locator('output');
      // Hydration takes a moment, in which the island hears nothing.
      while ((await counter.innerText()) === 'seen 0 times') {
        await counter.hover();
        await page.mouse.move(0, 0);
      }
      return /\d+/.exec(await counter.innerText())?.[0] ?? '';
    }

    it('keeps its state when another component is saved', async () => {
      await develop(async ({ page, edit, address }) => {
        const seen = await count(page, address);
        for (const [from, to] of [
          ['The end', 'The new end'],
          ['The new end', 'The newest end'],
        ] as const) {
          await edit(from, to);
          await page.getByText(to).waitFor();
          expect(await page.locator('output').innerText()).to.equal(`seen ${seen} times`);
        }
      });
    });

    it('keeps its state when the island itself is saved, and goes on with the new code', async () => {
      await develop(async ({ page, edit, address }) => {
        const seen = Number(await count(page, address));
        await edit('>seen {count} times', '>counted {count} times', island);
        await page.getByText(`counted ${seen} times`).waitFor();
        await page.locator('output').hover();
        await page.getByText(`counted ${seen + 1} times`).waitFor();
      });
    });

    it('begins its state anew when the island has other hooks', async () => {
      await develop(async ({ page, edit, address }) => {
        await count(page, address);
        await edit(
          'const [count, setCount] = useState(0);',
          "const [word] = useState('new');\n  const [count, setCount] = useState(0);",
          island,
        );
        await page.getByText('seen 0 times').waitFor();
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
