/**
 * Follows docs/tutorial/ with a browser, and prints how long it takes. Run by hand: `npm run bench -- tutorial`.
 *
 * - The commands until the extension is on the screen.
 * - From saving an edit until the browser shows it: a component, its style, a resolver and gateway.yaml. Each edit of
 *   the text is made and taken back again and again; the first time is not counted.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { readTutorialPages, type Step } from '../test/support/tutorial/read-tutorial.ts';
import { runTutorial } from '../test/support/tutorial/run-tutorial.ts';
import { openTrialFolder } from '../test/support/tutorial/trial-folder.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
/** What is edited, by the end of the file's name. */
const edits: Readonly<Record<string, string>> = {
  '.module.css': 'style',
  '.resolvers.ts': 'resolver',
  'gateway.yaml': 'gateway.yaml',
  '.tsx': 'component',
};
/** Milliseconds without a change: then the browser shows all of an edit, and the shop has done all that follows it. */
const quietMs = 1_500;

/** In the browser: its text, and how its elements look. */
const fingerprint = `[document.title, document.body?.innerText, ...Array.from(document.querySelectorAll('main, main *'), (each) => {
  const { color, backgroundColor, border, padding } = getComputedStyle(each);
  return [color, backgroundColor, border, padding].join();
})].join('|')`;

const steps = await readTutorialPages('docs/tutorial');
const lastEdit = steps.findIndex((step) => step.kind === 'file' && step.path === 'gateway.yaml');
const onScreen = steps.find((step) => step.kind === 'page' && step.lines.includes('Recipe list'));
await using folder = await openTrialFolder();
const browser = await openBrowser();
// The page's policy would not let the measurement run.
const page = await browser.newPage({ bypassCSP: true });
const measured = new Map<string, readonly number[]>();
let commandsMs = 0;
try {
  await runTutorial(steps.slice(0, lastEdit + 2), {
    ...folder,
    look: async (url) => {
      if (page.url() !== url) await page.goto(url);
      return await page.innerText('body');
    },
    write: async (file, text) => {
      const what = Object.entries(edits).find(([end]) => file.endsWith(end))?.[1];
      // The first edit of a component: the list of recipes appears. Later ones change it.
      if (what === undefined || measured.has(what)) return await writeFile(file, text);
      measured.set(what, await measure(file, text));
    },
    onStep: (step, ms) => {
      if (step.kind !== 'file' && isBefore(step)) commandsMs += ms;
      if (step === onScreen) console.log(`${seconds(commandsMs)}  commands until the extension is on the screen`);
    },
  });
} finally {
  await browser.close();
}

function isBefore(step: Step): boolean {
  return onScreen !== undefined && steps.indexOf(step) <= steps.indexOf(onScreen);
}

/** Makes an edit again and again. Returns the milliseconds until the browser showed it; the edit is made in the end. */
async function measure(file: string, after: string): Promise<readonly number[]> {
  const before = await readFile(file, 'utf8');
  const shownBefore = await quiet();
  const first = performance.now();
  await writeFile(file, after);
  await page.waitForFunction(`${fingerprint} !== ${JSON.stringify(shownBefore)}`, undefined, { polling: 'raf' });
  const firstMs = performance.now() - first;
  const shownAfter = await quiet();
  const times: number[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    await save(file, before, shownBefore);
    await quiet();
    times.push(await save(file, after, shownAfter));
    await quiet();
  }
  const name = file.slice(join(folder.folder, 'my-shop/').length);
  const all = times.map((ms) => Math.round(ms)).join(' ');
  console.log(`${milliseconds(median(times))}  ${name}  (${all}; the first ${Math.round(firstMs)})`);
  return times;
}

/** Milliseconds from saving until the browser shows exactly this. */
async function save(file: string, text: string, shown: string): Promise<number> {
  const seen = page.waitForFunction(`${fingerprint} === ${JSON.stringify(shown)}`, undefined, { polling: 'raf' });
  const started = performance.now();
  await writeFile(file, text);
  await seen;
  return performance.now() - started;
}

/** What the browser shows once it has been the same for a while. */
async function quiet(): Promise<string> {
  let [shown, since] = [await look(page), performance.now()];
  while (performance.now() - since < quietMs) {
    await wait(50);
    const next = await look(page);
    if (next !== shown) [shown, since] = [next, performance.now()];
  }
  return shown;
}

async function look(tab: Page): Promise<string> {
  // A page that is loading anew has no answer.
  return await tab.evaluate<string>(fingerprint).catch(() => '');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(6)} s `;
}

function milliseconds(ms: number): string {
  return `${String(Math.round(ms)).padStart(6)} ms`;
}
