/**
 * Writes the generated files: `node scripts/generate.ts`. With `--check` it writes nothing, and fails with the
 * names of the files that are out of date.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractTypes } from './generate/contract-types.ts';
import { folderJsonTypes } from './generate/folder-json-types.ts';
import { gatewayConfigTypes } from './generate/gateway-config-types.ts';
import type { Generator } from './generate/generator.ts';

import { validatorCode } from './generate/validators.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const stale: string[] = [];

// The list of all generated files. Each generator has a file in scripts/generate/.
await generate([gatewayConfigTypes, ...folderJsonTypes, contractTypes, ...validatorCode]);
// Imported late, because they use the code that was just generated.
const { referencePages } = await import('./generate/reference-pages.ts');
await generate(referencePages);
const { staleTypes } = await import('./generate/extension-types.ts');
for (const { file, text } of await staleTypes()) {
  stale.push(relative(root, file));
  if (check) continue;
  await (text === undefined ? rm(file) : writeFile(file, text));
}

for (const name of stale) process.stdout.write(`${check ? 'stale' : 'written'}: ${name}\n`);
if (check && stale.length > 0) {
  process.stderr.write('Run "npm run generate" and commit what it writes.\n');
  process.exitCode = 1;
}

async function generate(generators: readonly Generator[]): Promise<void> {
  for (const { file, produce } of generators) {
    const text = await produce();
    if (text === (await readIfExists(file))) continue;
    stale.push(relative(root, file));
    if (!check) await writeFile(file, text);
  }
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
