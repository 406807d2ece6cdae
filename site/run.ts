/** `node run.ts build [FOLDER]` writes the site, `node run.ts dev` shows it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { assemble } from './assemble.ts';
import { root } from './pages.ts';

const [command = '', folder = 'dist'] = process.argv.slice(2);
try {
  await assemble();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
if (command === 'dev') {
  let turn = Promise.resolve();
  for (const name of ['docs', 'README.md'])
    watch(join(root, name), { recursive: name === 'docs' }, () => {
      turn = turn.then(assemble).catch((error: Error) => console.error(error.message));
    });
}
const words = [join(import.meta.dirname, 'node_modules/@rspress/core/bin/rspress.js'), command];
const child = spawn(process.execPath, words, {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  env: { ...process.env, STOA_SITE: resolve(folder) },
});
const [code]: unknown[] = await once(child, 'close');
process.exit(typeof code === 'number' ? code : 1);
