// What bin/stoa.mjs does for `start`, with the same compile cache, for a shop that keeps nothing.
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
nodeModule.enableCompileCache(`${modules}/.cache/stoa`);
const { startWithoutDatabase } = await import('./without-database.ts');
console.log(await startWithoutDatabase(process.argv[2]));
// As `stoa start` ends, so that what has been compiled is kept.
process.once('SIGTERM', () => process.exit());
