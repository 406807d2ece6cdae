/** Compares plans, with generated code and without, with one merged schema: `npm run fuzz -- --cases 20000 --seed 1`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const words = ['--no-config', '--no-package', '--extension', 'ts', 'test/engine/plan/differential.test.ts'];
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
