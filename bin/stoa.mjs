#!/usr/bin/env node
// Plain JavaScript that Node 20 runs too: npm may start this with the machine's own Node.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2);
const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const [major, minor] = process.versions.node.split('.').map(Number);
if (words[0] === 'init') {
  // Needs neither a current Node nor packages.
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
  // Stripping types and compiling take most of a command's time. The second run finds both done. The cache is not at
  // Node's own place, a folder in /tmp that another user may have filled: Node runs what lies there.
  const { default: nodeModule } = await import('node:module');
  const modules = basename(dirname(folder)) === 'node_modules' ? dirname(folder) : join(folder, 'node_modules');
  nodeModule.enableCompileCache?.(join(modules, '.cache/stoa'));
  // React decides while it is loaded which of its two builds it is.
  process.env.NODE_ENV ??= words.includes('dev') ? 'development' : 'production';
  const commandLine = await import('#command-line');
  await commandLine.runCommandLine(words);
}

/** The one command that mends an old Node, for the project in which stoa is run. */
function howToGetNode() {
  const project = findProject(process.cwd());
  if (project === undefined) return `Make a shop, which brings a current Node with it:\n\n  npx stoa init my-shop\n`;
  const where = `Run this in ${project}, then the same command with npx or npm run`;
  const modules = join(project, 'node_modules');
  if (existsSync(join(modules, '.bin/node'))) return `${project} has a newer one:\n\n  npx stoa ${words.join(' ')}\n`;
  if (existsSync(join(modules, 'node')))
    return `npm was told to skip its install script (ignore-scripts). ${where}:\n\n  npm rebuild node --ignore-scripts=false\n`;
  // Stoa's own repository has Node among its packages.
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
