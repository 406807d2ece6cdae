/**
 * Compares plans with one merged schema: with generated code and without; and with all extensions in this process,
 * all behind documents, mixed at random, and all behind HTTP. `npm run fuzz -- --cases 20000 --seed 1`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const tests = ['test/engine/plan/differential.test.ts', 'test/engine/plan/back-end.test.ts'];
const words = ['--no-config', '--no-package', '--extension', 'ts', ...tests];
const begun = performance.now();
const { status } = spawnSync(process.execPath, [mocha, ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STOA_FUZZ_CASES: values.cases, STOA_FUZZ_SEED: values.seed },
});
process.stdout.write(
  `seed ${values.seed}, ${values.cases} cases, ${Math.round((performance.now() - begun) / 1000)} s\n`,
);
process.exitCode = status ?? 1;
