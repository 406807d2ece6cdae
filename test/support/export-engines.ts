import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context as MochaContext } from 'mocha';
import { fixtureProject } from './test-project.ts';

const enginePackages = resolve(import.meta.dirname, '../fixtures/export-packages/node_modules');

/** Hive Gateway and mesh-compose are 520 MB: `npm ci --prefix test/fixtures/export-packages` brings them. */
export function needsEngines(this: MochaContext): void {
  if (existsSync(join(enginePackages, '@graphql-hive/gateway'))) return;
  process.stderr.write('skipped: Hive Gateway is not there (npm ci --prefix test/fixtures/export-packages)\n');
  this.skip();
}

/** The gateway.yaml of a copy of a fixture, with the engines installed in it. */
export async function exportProject(edit?: (text: string) => string, fixture = 'export-shop'): Promise<string> {
  const file = await fixtureProject(fixture, edit);
  await symlink(enginePackages, join(dirname(file), 'node_modules'));
  return file;
}
