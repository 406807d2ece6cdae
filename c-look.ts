import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { startGateway } from 'stoa/testing';

const paths = process.argv.slice(2);
await using shop = await startGateway({ file: 'gateway.yaml' });
const token = await shop.token({
  id: 'ann',
  permissions: ['desk:use', 'catalog:write', 'stock:write', 'pricing:write', 'orders:write'],
});
mkdirSync('/tmp/wt/c-shots', { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const page = await context.newPage();
  for (const path of paths) {
    const answer = await page.goto(shop.url + path);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    console.log(answer?.status(), path, width, 'overflow', over);
    await page.screenshot({ path: `/tmp/wt/c-shots/${path.replaceAll(/[^a-z0-9]+/gi, '_')}_${width}.png`, fullPage: true });
  }
}
await browser.close();
for (const line of shop.log?.lines?.() ?? []) if (/left out|error|not pure/.test(JSON.stringify(line))) console.log(JSON.stringify(line).slice(0, 500));
