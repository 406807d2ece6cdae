#!/usr/bin/env node
// Plain JavaScript for Node 20, because npm may start this with the machine's own Node.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const words = process.argv.slice(2);
const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const [major, minor] = process.versions.node.split('.').map(Number);
if (words[0] === 'init') {
  // `init` works on an old Node and without installed packages.
  const { createShop } = await import('#create-stoa');
  process.exitCode = await createShop(words.slice(1), { command: 'stoa init' });
} else if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`stoa needs Node 22.18 or newer; this is Node ${process.versions.node}. ${howToGetNode()}`);
  process.exitCode = 2;
} else if (!existsPackage('graphql')) {
  console.error(`The packages that stoa needs are not installed. Run this in ${folder}:\n\n  npm ci\n`);
  process.exitCode = 2;
} else {
  await runCommandLine();
}

async function runCommandLine() {
  // V8 chooses at the start where code creates objects. What it puts into the old space keeps each ended request in memory
  // until a full collection: docs/decisions/010-pages.md. The compile cache below belongs to these options.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Stripping types and compiling take most of a command's time, so the second run reads both from a cache. Node's
  // default cache folder in /tmp is unsafe: another user may write files there, and Node would run them.
  const { default: nodeModule } = await import('node:module');
  const modules = basename(dirname(folder)) === 'node_modules' ? dirname(folder) : join(folder, 'node_modules');
  nodeModule.enableCompileCache?.(join(modules, '.cache/stoa'));
  // React chooses its development or production build when it is loaded. The rules for production apply only where
  // the operator set NODE_ENV, so a second variable says that this program set it.
  if (process.env.NODE_ENV === undefined) {
    process.env.NODE_ENV = words.includes('dev') ? 'development' : 'production';
    process.env.STOA_NODE_ENV_ASSUMED = '1';
  }
  const commandLine = await import('#command-line');
  await commandLine.runCommandLine(words);
}

/** The one command that installs a current Node for the project. */
function howToGetNode() {
  const project = findProject(process.cwd());
  if (project === undefined) return `Make a shop, which brings a current Node with it:\n\n  npx stoa init my-shop\n`;
  const where = `Run this in ${project}, then the same command with npx or npm run`;
  const modules = join(project, 'node_modules');
  if (existsSync(join(modules, '.bin/node'))) return `${project} has a newer one:\n\n  npx stoa ${words.join(' ')}\n`;
  if (existsSync(join(modules, 'node')))
    return `npm was told to skip its install script (ignore-scripts). ${where}:\n\n  npm rebuild node --ignore-scripts=false\n`;
  // Stoa's own repository has Node as a dependency.
  return `${where}:\n\n  ${project === folder ? 'npm ci' : 'npm install node'}\n`;
}

function findProject(from) {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  return parent === from ? undefined : findProject(parent);
}

function existsPackage(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
