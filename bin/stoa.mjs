#!/usr/bin/env node
// Node runs TypeScript by itself from 22.18 on. An older Node could not even load the command line, so it is told here
// what to do, in syntax that every Node understands.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`stoa needs Node 22.18 or newer; this is Node ${process.versions.node}.`);
  if (existsSync(`${modules}/.bin/node`)) {
    console.error('The project has a current Node with it: use "npm start" or "npx stoa ...", which find it.');
  } else if (existsSync(modules)) {
    console.error(
      'The project brings a current Node with it, but npm was told to skip install scripts (ignore-scripts).',
    );
    console.error('Run "npm rebuild node --ignore-scripts=false" once, then the same command again.');
  } else {
    console.error('The project brings a current Node with it: run "npm ci" once, then "npm start" or "npx stoa ...".');
  }
  process.exit(2);
}
try {
  import.meta.resolve('commander');
} catch {
  console.error('The packages that stoa needs are not installed: run "npm ci" once.');
  process.exit(2);
}
// Stripping types and compiling is most of the time that a command takes; the second run finds both done. Not in Node's
// own place, a folder in /tmp that another user can have filled before us: what lies there is run.
const { default: nodeModule } = await import('node:module');
nodeModule.enableCompileCache?.(`${modules}/.cache/stoa`);
// React decides while it is loaded which of its two builds it is.
process.env.NODE_ENV ??= process.argv.includes('dev') ? 'development' : 'production';
const { runCommandLine } = await import('../src/cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
