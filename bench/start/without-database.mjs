// What bin/stoa.mjs does for `start`, with the same cache of compiled code, for a shop that keeps nothing.
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

nodeModule.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/stoa', import.meta.url)));
const { startWithoutDatabase } = await import('./without-database.ts');
console.log(await startWithoutDatabase(process.argv[2]));
