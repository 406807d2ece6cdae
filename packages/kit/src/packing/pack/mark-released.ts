import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  collectFindings,
  type ExtensionManifest,
  isObject,
  migrationChecksum,
  pathExists,
  readJsonFile,
  releasedName,
} from 'stoa/tooling';

/**
 * Writes the checksums of all migrations into `migrations/released.json`: from now on, discovery refuses to have them
 * changed. Returns the names that are new in it.
 */
export async function markReleased({ folder, migrations }: ExtensionManifest): Promise<readonly string[]> {
  const file = join(folder, 'migrations', releasedName);
  const known = await readMarks(file);
  const added = migrations.filter(({ name }) => !(name in known));
  if (added.length === 0) return [];
  const marks = Object.fromEntries(migrations.map((each) => [each.name, migrationChecksum(each)]));
  await writeFile(file, `${JSON.stringify(marks, undefined, 2)}\n`);
  return added.map(({ name }) => name);
}

async function readMarks(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!(await pathExists(file))) return {};
  // Discovery has found nothing wrong with it.
  const marks = (await readJsonFile(file, 'MIGRATION_RELEASED', collectFindings().report))?.value;
  return isObject(marks) ? marks : {};
}
