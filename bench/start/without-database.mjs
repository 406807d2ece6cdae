// What bin/stoa.mjs does for `start`, with the same caches of code, for a shop that keeps nothing.
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
nodeModule.enableCompileCache(`${modules}/.cache/stoa`);
const { loadPacked } = await import('../../src/pack/load-packed.ts');
const { startWithoutDatabase } = await loadPacked(new URL('./without-database.ts', import.meta.url), {
  folder: `${modules}/.cache/stoa/packs`,
  warn: (reason) => process.emitWarning(String(reason)),
});
console.log(await startWithoutDatabase(process.argv[2]));
// As `stoa start` ends, so that what has been compiled is kept.
process.once('SIGTERM', () => process.exit());
