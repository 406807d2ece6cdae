import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, pointerTo } from '#base';
import { readJsonFile } from './files/json-text.ts';
import type { Report } from './files/report.ts';
import type { SqlFile } from './manifest.ts';
import { withoutMarks } from './migration-mark.ts';

/** The list of released migrations, below `migrations/`: the SHA-256 of each by name. `stoa pack` writes it. */
export const releasedName = 'released.json';

/** SHA-256 of a migration, in hex. Line ends and marks do not count: Git and editors change them. */
export function migrationChecksum({ text }: Pick<SqlFile, 'text'>): string {
  return createHash('sha256')
    .update(withoutMarks(text.replaceAll('\r\n', '\n')))
    .digest('hex');
}

/** Reports released migrations that were changed or removed. No database is needed: the list says what they were. */
export async function reportReleased(folder: string, files: readonly SqlFile[], report: Report): Promise<void> {
  const list = await readJsonFile(join(folder, releasedName), 'MIGRATION_RELEASED', report);
  if (list === undefined) return;
  if (!isObject(list.value)) {
    const fix = 'Write { "001-create-review.sql": "its SHA-256" }, or let "npx stoa pack" write it anew.';
    report('MIGRATION_RELEASED', list.placeOf(''), { what: 'is not a list of checksums by name', fix });
    return;
  }
  const undo = `If no package with it was ever published, remove its line from migrations/${releasedName}.`;
  for (const [name, checksum] of Object.entries(list.value)) {
    const line = list.placeOf(pointerTo('', name));
    const file = files.find((each) => each.name === name);
    const renamed = files.find((each) => migrationChecksum(each) === checksum);
    if (file === undefined)
      report('MIGRATION_MISSING', line, {
        what: `"${name}" is released, but is no longer there`,
        fix: `${renamed === undefined ? 'Put the file back' : `Rename "${renamed.name}" back`}; to undo what it did, write a new migration. ${undo}`,
      });
    else if (migrationChecksum(file) !== checksum)
      report(
        'MIGRATION_CHANGED',
        { file: file.file, line: 1 },
        {
          what: 'is released, and was changed after "stoa pack"',
          fix: `Put it back as it was, and write the change as a new migration. ${undo}`,
          related: [line],
        },
      );
  }
}
