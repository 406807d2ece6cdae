import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { allFiles, alone, filesOf, nameOf, programOf, slow } from './suites.ts';
import { browserPath } from './support/browser-path.ts';
import { nginxPath } from './support/nginx-path.ts';
import { rsyncPath } from './support/postgres-tools.ts';

const root = resolve(import.meta.dirname, '..');

/** What starts a server, a command or a browser. */
const systemModules = ['shared-server', 'start-gateway', 'run-stoa', 'mesh-shop', 'browser'].map(
  (name) => `test/support/${name}.ts`,
);
const databaseModule = 'test/support/database.ts';
const databaseNames = /\b(?:makeDatabaseFolder|openTestDatabase)\b/;

/** The file and the modules of tests that it imports, directly or not. */
function modulesOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const imported of importsOf(file))
    if (!imported.startsWith('src/') && pathExists(imported)) modulesOf(imported, known);
  return known;
}

function importsOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(/^import (?!type\b)[^;']*from '(\.[^']+)'/gm)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  );
}

// A test may have the text of a module in it.
function pathExists(file: string): boolean {
  return existsSync(join(root, file));
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function opensDatabase(file: string): boolean {
  return file !== databaseModule && databaseNames.test(textOf(file));
}

describe('a file that is named to mocha', () => {
  it('runs alone', async () => {
    const file = 'test/base/memoize-last.test.ts';
    const words = ['node_modules/mocha/bin/mocha.js', '--dry-run', '--reporter', 'json', file];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 1e8 });
    const { tests } = JSON.parse(stdout);
    expect([...new Set(tests.map((test: { readonly file: string }) => relative(root, test.file)))]).to.deep.equal([
      file,
    ]);
  });
});

describe('the suites of tests', () => {
  it('start no server, command or browser in a unit test', () => {
    const wrong = filesOf('unit').files.filter((file) =>
      [...modulesOf(file)].some(
        (module) => systemModules.includes(module) || (opensDatabase(module) && module !== 'test/suites.test.ts'),
      ),
    );
    expect(wrong).to.deep.equal([]);
  });

  for (const [module, program] of Object.entries({
    browser: browserPath,
    nginx: nginxPath,
    'own-server': rsyncPath,
  }))
    it(`know which tests need ${program}`, () => {
      const needs = allFiles().filter((file) => modulesOf(file).has(`test/support/${module}.ts`));
      expect(needs).to.deep.equal(allFiles().filter((file) => programOf(file) === program));
    });

  it('leave to the slow ones what needs further packages', () => {
    const modules = ['export-engines', 'mesh-shop'].map((name) => `test/support/${name}.ts`);
    const wrong = filesOf('unit', 'system').files.filter((file) =>
      modules.some((module) => modulesOf(file).has(module)),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('have a reason for each slow folder or file, and no reason for what is gone', () => {
    const known = new Set(allFiles().flatMap((file) => [nameOf(file), nameOf(file).replace(/\/.*/, '')]));
    expect([...Object.keys(slow), ...Object.keys(alone)].filter((name) => !known.has(name))).to.deep.equal([]);
  });
});
