/**
 * Runs the tests: `node scripts/test.ts [unit|system|all] [mocha options] [FILE.test.ts ...]`. Without a name it runs the
 * suites `unit` and `system`; `all` adds the slow tests and all placements. Files that are named run alone. The last line
 * counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesOf, programOf, type Selection, type Suite, slow } from '../test/suites.ts';
import type { RunReport } from '../test/support/file-reporter.ts';

/** So many files run at once: two more than there are cores, since many wait for a server, whose connections suffice for 6. */
const jobs = String(Math.min(availableParallelism() + 2, 6));

/** The slowest files, of which the end of a run tells the time. */
const mostSlow = 20;

const root = join(import.meta.dirname, '..');
const compileCache = join(root, 'node_modules/.cache/stoa-tests');
process.chdir(root);
const [first = '', ...rest] = process.argv.slice(2);
const named: Readonly<Record<string, readonly Suite[]>> = {
  unit: ['unit'],
  system: ['system'],
  all: ['unit', 'system', 'slow'],
};
const suites = named[first] ?? ['unit', 'system'];
const words = first in named ? rest : process.argv.slice(2);
const isFile = (word: string): boolean => /\.test\.\w+$/.test(word);
const options = words.filter((word) => !isFile(word));
const isAll = suites.includes('slow');
const reportFolder = mkdtempSync(join(tmpdir(), 'stoa-report-'));

try {
  await runSuites();
} finally {
  rmSync(reportFolder, { recursive: true });
}

async function runSuites(): Promise<void> {
  const asked = words.filter(isFile);
  const selection = asked.length > 0 ? { files: asked, alone: [], leftOut: [] } : filesOf(...suites);
  if (asked.length === 0) sayWhatIsLeftOut(selection);
  const { files, alone } = selection;
  console.log(`== ${suites.join(', ')}: ${files.length} files, ${jobs} at once`);
  const reports = [await run(['--parallel', '--jobs', jobs, ...files])];
  if (alone.length > 0) reports.push(await run(alone));
  const failures = reports.flatMap((report) => Object.entries(report?.failing ?? {}));
  const sumOf = (name: 'passing' | 'pending') => reports.reduce((sum, report) => sum + (report?.[name] ?? 0), 0);
  const passed = sumOf('passing');
  const silent = reports.filter((report) => report === undefined).length;
  const failed = failures.reduce((sum, [, faults]) => sum + faults.length, silent);
  if (asked.length === 0) sayWhatTookLongest(reports);
  for (const [file, faults] of failures)
    for (const fault of faults) console.log(`Failed: ${relative(root, file)}: ${shortened(fault)}`);
  const pending = sumOf('pending');
  console.log(`${passed} passed, ${failed} failed${pending === 0 ? '' : `, ${pending} pending`}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** One line: errors of pages have whole pages in them. */
function shortened(fault: string): string {
  return fault.replaceAll(/\s+/g, ' ').slice(0, 500);
}

function sayWhatIsLeftOut({ leftOut }: Selection): void {
  if (suites.length > 1 && !isAll)
    console.log(`Left to \`npm run test:all\`: other placements, ${Object.keys(slow).join(', ')}.`);
  for (const [program, files = []] of Object.entries(Object.groupBy(leftOut, (file) => programOf(file) ?? '')))
    console.log(`Not run, since there is no ${program}: ${files.join(', ')}.`);
}

/** Of the files, which run several at once. */
function sayWhatTookLongest(reports: readonly (RunReport | undefined)[]): void {
  const times = reports.flatMap((report) => Object.entries(report?.times ?? {}));
  console.log('Seconds in the tests and hooks of the slowest files:');
  for (const [file, ms] of times.toSorted(([, a], [, b]) => b - a).slice(0, mostSlow))
    console.log(`${String(Math.round(ms / 1000)).padStart(5)}  ${relative(root, file)}`);
}

/** Undefined when mocha ended without a report. */
async function run(words: readonly string[]): Promise<RunReport | undefined> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const output = join(reportFolder, 'report.json');
  rmSync(output, { force: true });
  const own = ['--reporter', './test/support/file-reporter.ts', '--reporter-option', `output=${output}`];
  const fixtures = suites.includes('system') ? ['--require', './test/support/system-fixtures.ts'] : [];
  // A process that a failed test left behind must not keep the run from ending.
  const given = ['--exit', ...own, ...fixtures, ...options, ...words];
  const child = spawn(process.execPath, [...process.execArgv, mocha, ...given], {
    stdio: 'inherit',
    // Tests start hundreds of processes of the same modules. Node documents this variable.
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...(isAll && { STOA_TEST_PLACEMENTS: 'all' }) },
  });
  const [code]: unknown[] = await once(child, 'close');
  const report = readReport(output);
  // A failure that no file has, such as one of a global fixture, is a failure all the same.
  const isSilent = code !== 0 && Object.keys(report?.failing ?? {}).length === 0;
  return isSilent ? undefined : report;
}

function readReport(file: string): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
