import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '..');

describe('scripts/test.ts', () => {
  it('tries each test once: one that would pass the next time fails the run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-tests-'));
    const tests = {
      'unsteady.test.mjs': `import { existsSync, writeFileSync } from 'node:fs';
        const mark = import.meta.filename + '.ran';
        it('would pass the next time', () => {
          if (existsSync(mark)) return;
          writeFileSync(mark, '');
          throw new Error('busy');
        });`,
      'wrong.test.mjs': `it('passes', () => {}); it('fails', () => { throw new Error('wrong'); });`,
    };
    for (const [name, text] of Object.entries(tests)) await writeFile(join(folder, name), text);
    const files = Object.keys(tests).map((name) => join(folder, name));
    // This test may run in a worker of mocha itself.
    const { MOCHA_WORKER_ID: _, ...env } = process.env;
    const run = promisify(execFile)(process.execPath, ['scripts/test.ts', 'unit', ...files], { cwd: root, env });
    const { code, stdout } = await run.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => error,
    );
    await rm(folder, { recursive: true });
    expect(code).to.equal(1);
    expect(
      stdout
        .match(/^Failed: .*/gm)
        ?.map((line) => line.replace(/^Failed: .*\//, ''))
        .toSorted(),
    ).to.deep.equal(['unsteady.test.mjs: would pass the next time: busy', 'wrong.test.mjs: fails: wrong']);
    expect(stdout).to.match(/\n1 passed, 2 failed\n$/);
  });
});
