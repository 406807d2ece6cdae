import { join } from 'node:path';
import { stoaVersion, versionIn } from '../base/own-files.ts';
import { readJsonFile } from './files/json-file.ts';
import type { Report } from './files/report.ts';

/** Returns the extension's version. Reports a `stoa` range that does not allow this gateway. */
export async function readPackageJson(folder: string, report: Report): Promise<string | undefined> {
  const json = await readJsonFile(join(folder, 'package.json'), 'PACKAGE_JSON_INVALID', report);
  if (json === undefined) return undefined;
  const { value } = json;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report('PACKAGE_JSON_INVALID', {
      where: json.placeOf(''),
      what: 'is not a JSON object',
      fix: 'Write { "name": ... }.',
    });
    return undefined;
  }
  if ('version' in value && typeof value.version !== 'string')
    report('PACKAGE_JSON_INVALID', {
      where: json.placeOf('/version'),
      what: '"version" is not a string',
      fix: 'Put it in quotes, e.g. "1.0.0".',
    });
  if ('stoa' in value) await checkRange(value.stoa, { where: json.placeOf('/stoa') }, report);
  return versionIn(value);
}

async function checkRange(range: unknown, { where }: { where: { file: string } }, report: Report): Promise<void> {
  // Few extensions have a range, and loading semver takes longer than reading the file.
  const { satisfies, validRange } = await import('semver');
  if (typeof range !== 'string' || validRange(range) === null) {
    const fix = `Write e.g. "^${stoaVersion}".`;
    report('PACKAGE_JSON_INVALID', { where, what: '"stoa" is not a range of versions', fix });
  } else if (!satisfies(stoaVersion, range, { includePrerelease: true })) {
    const what = `needs stoa ${range}, but this is stoa ${stoaVersion}`;
    report('EXTENSION_INCOMPATIBLE', { where, what, fix: 'Install a version of the extension for this stoa.' });
  }
}
