// For `node --import`: writes to standard error, as one line, how many files were loaded as modules.
import { registerHooks } from 'node:module';

const files = new Set();
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) files.add(url);
    return nextLoad(url, context);
  },
});
process.once('exit', () => process.stderr.write(`modules: ${files.size}\n`));
