/**
 * Runs the tests: `node scripts/test.ts [unit|system] [mocha options]`. Without a name it runs both suites. To run
 * one file, use `npx mocha FILE`. The last line counts the tests of all suites that ran.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { filesOf, type Suite } from '../test/suites.ts';
import { browserPath } from '../test/support/browser-path.ts';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const [first, ...rest] = process.argv.slice(2);
const named: Suite | undefined = first === 'unit' || first === 'system' ? first : undefined;
const options = named === undefined ? process.argv.slice(2) : rest;

const total = { passing: 0, failing: 0, pending: 0 };
const suites: readonly Suite[] = named === undefined ? ['unit', 'system'] : [named];
for (const suite of suites) {
  const { files, withoutBrowser } = filesOf(suite);
  if (withoutBrowser.length > 0)
    console.log(`Not run, since there is no browser at ${browserPath}: ${withoutBrowser.join(', ')}.`);
  await run(suite, files);
}
console.log(
  `${total.passing} passed, ${total.failing} failed${total.pending === 0 ? '' : `, ${total.pending} pending`}`,
);
process.exitCode = total.failing === 0 && total.passing > 0 ? 0 : 1;

async function run(suite: Suite, files: readonly string[]): Promise<void> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const colors = process.stdout.isTTY ? ['--color'] : [];
  // These tests have time limits, which a busy machine may miss: a test fails when it fails three times.
  const fixtures = suite === 'system' ? ['--require', './test/support/system-fixtures.ts', '--retries', '2'] : [];
  console.log(`== ${suite}: ${files.length} files, two at once`);
  const words = [...process.execArgv, mocha, '--parallel', '--jobs', '2', ...fixtures, ...colors, ...options, ...files];
  const child = spawn(process.execPath, words, { stdio: ['inherit', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    text += stripVTControlCharacters(String(chunk));
  });
  const [code]: unknown[] = await once(child, 'close');
  const count = (word: string): number => Number(new RegExp(`^ {2}(\\d+) ${word}(?: \\(|$)`, 'm').exec(text)?.[1] ?? 0);
  const failing = count('failing');
  // A run without a count has failed as well.
  total.passing += count('passing');
  total.failing += code === 0 ? 0 : Math.max(failing, 1);
  total.pending += count('pending');
}
