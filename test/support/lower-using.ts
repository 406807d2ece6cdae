/**
 * For Node 22, which strips types but does not know `await using`: tests that use it are lowered as they are loaded.
 * Preloaded by `npm run test:node22`; the product's own code has to run as it is.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

registerHooks({
  load(url, context, nextLoad) {
    if (!/^file:.*\/test\/.*\.ts$/.test(url)) return nextLoad(url, context);
    const sourcefile = fileURLToPath(url);
    const { code } = transformSync(readFileSync(sourcefile, 'utf8'), {
      loader: 'ts',
      format: 'esm',
      target: 'node22',
      sourcemap: 'inline',
      sourcefile,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
