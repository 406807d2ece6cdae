import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '..');

describe('npm run test:all', () => {
  it('runs a failed file once more by itself, and names it as flaky when it passes then', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-flaky-'));
    const tests = {
      'flaky.test.mjs': `import { existsSync, writeFileSync } from 'node:fs';
        const mark = import.meta.filename + '.ran';
        it('fails once', () => {
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
    const run = promisify(execFile)(process.execPath, ['scripts/test.ts', 'all', ...files], { cwd: root, env });
    const { code, stdout } = await run.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => error,
    );
    await rm(folder, { recursive: true });
    expect(code).to.equal(1);
    expect(stdout.match(/^Flaky: .*/gm)).to.have.length(1);
    expect(stdout).to.match(/^Failed: .*wrong\.test\.mjs: fails: wrong$/m);
    expect(stdout)
      .to.match(/^Flaky: .*flaky\.test\.mjs failed, and passed/m)
      .and.match(/\n2 passed, 1 failed\n$/);
  });
});
