import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { browserPath } from './browser-path.ts';

export function openBrowser(options: Pick<LaunchOptions, 'ignoreDefaultArgs'> = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...options,
  });
}

/** Opens a shop and a browser for the tests of a `describe`, and closes them; where there is no browser the tests are skipped. */
export function openForTests<Shop extends AsyncDisposable>(
  start: () => Promise<Shop>,
  use: (shop: Shop, browser: Browser) => void,
): void {
  let opened: readonly [Shop, Browser] | undefined;
  before(async function () {
    if (!existsSync(browserPath)) {
      process.stdout.write(
        `  skipped: there is no browser at ${browserPath} (Debian: apt-get install chromium-headless-shell)\n`,
      );
      this.skip();
    }
    const [shop, browser] = await Promise.allSettled([start(), openBrowser()]);
    // What did open is closed, or mocha would not end.
    if (shop.status === 'rejected' && browser.status === 'fulfilled') await browser.value.close();
    if (shop.status === 'rejected') throw shop.reason;
    if (browser.status === 'rejected') {
      await shop.value[Symbol.asyncDispose]();
      throw browser.reason;
    }
    opened = [shop.value, browser.value];
    use(...opened);
  });
  after(async () => {
    await opened?.[1].close();
    await opened?.[0][Symbol.asyncDispose]();
  });
}

/** A page in a browser window of its own, without cookies, that remembers what went wrong in it. */
export interface TestPage extends AsyncDisposable {
  readonly page: Page;
  /** What the console reports as errors, and what the page's scripts throw. */
  readonly problems: readonly string[];
}

export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({ baseURL, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** Shows the page with a text that is so many percent as large. A sheet of the browser's own, since the page's policy admits none. */
export function enlargeText(page: Page, percent: number): Promise<unknown> {
  return page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: ${percent}% }');
    document.adoptedStyleSheets = [sheet];
  })()`);
}

/** Clicks, and waits for all of the page to which that leads, with its style sheets: a click waits for its beginning alone. */
export async function follow(link: Locator): Promise<void> {
  await link.click();
  await link.page().waitForLoadState();
}

/** Resolves once the island is interactive. Runs in the browser. */
export function isHydrated(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (element.hasAttribute('data-ready')) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** The rules of axe-core for each scheme: in the dark a page has other colours, and nothing else that they look at. */
const rules = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } } as const;

/** What axe-core finds on the page as it is shown, light and dark, best practices included: a line for each place. */
export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState();
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const findings: unknown = await page.evaluate(`axe.run(${JSON.stringify(rules[colorScheme])})
      .then(({ violations }) => violations
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`);
    if (!isTexts(findings)) throw new Error('axe-core answered something else than a list of texts');
    all.push(...findings.map((finding) => `${finding}, ${colorScheme}`));
  }
  return all;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
