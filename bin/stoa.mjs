#!/usr/bin/env node
// Node runs TypeScript by itself from 22.18 on. An older Node could not even load the command line, so it is told here
// what to do, in syntax that every Node understands.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`stoa needs Node 22.18 or newer; this is Node ${process.versions.node}.`);
  console.error('The project brings a current Node with it: run "npm ci" once, then "npm start" or "npx stoa ...".');
  process.exit(2);
}
// Stripping types and compiling is most of the time that a command takes; the second run finds both done.
const { default: nodeModule } = await import('node:module');
nodeModule.enableCompileCache?.();
const { runCommandLine } = await import('../src/cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
