import { join } from 'node:path';
import { isObject, type Place, stoaVersion, versionIn } from '#base';
import type { ExtensionSdl } from '#engine';
import { type JsonFile, readJsonFile } from './json-text.ts';
import type { Report } from './report.ts';

export interface PackageFacts {
  readonly version: string | undefined;
  /** Internal fields that the extension asks for. */
  readonly uses: NonNullable<ExtensionSdl['uses']>;
}

export const withoutPackage: PackageFacts = { version: undefined, uses: [] };

/** Reads the extension's version, and its `stoa`: versions of the gateway, and the internal fields it uses. */
export async function readPackageJson(folder: string, report: Report): Promise<PackageFacts> {
  const json = await readJsonFile(join(folder, 'package.json'), 'PACKAGE_JSON_INVALID', report);
  if (json === undefined) return withoutPackage;
  const { value } = json;
  if (!isObject(value)) {
    report('PACKAGE_JSON_INVALID', json.placeOf(''), { what: 'is not a JSON object', fix: 'Write { "name": ... }.' });
    return withoutPackage;
  }
  if ('version' in value && typeof value.version !== 'string')
    report('PACKAGE_JSON_INVALID', json.placeOf('/version'), {
      what: '"version" is not a string',
      fix: 'Put it in quotes, e.g. "1.0.0".',
    });
  return { version: versionIn(value), uses: 'stoa' in value ? await readStoa(value.stoa, json, report) : [] };
}

/** `stoa` is a range of versions, or an object with one and more. */
async function readStoa(stoa: unknown, json: JsonFile, report: Report): Promise<PackageFacts['uses']> {
  if (!isObject(stoa)) {
    await checkRange(stoa, json.placeOf('/stoa'), report);
    return [];
  }
  for (const key of Object.keys(stoa).filter((each) => !['version', 'uses'].includes(each)))
    report('PACKAGE_JSON_INVALID', json.placeOf(`/stoa/${key}`, 'key'), {
      what: `"stoa" has the key "${key}", which nothing reads`,
      fix: 'It may have "version" and "uses".',
    });
  if ('version' in stoa) await checkRange(stoa.version, json.placeOf('/stoa/version'), report);
  return 'uses' in stoa ? readUses(stoa.uses, json, report) : [];
}

// One that need not be there ends with a question mark.
const fieldName = /^([_A-Za-z]\w*\.[_A-Za-z]\w*)(\??)$/;

function readUses(uses: unknown, json: JsonFile, report: Report): PackageFacts['uses'] {
  const fix = 'Write e.g. "uses": ["Mutation.reserveStock"].';
  if (!Array.isArray(uses)) {
    report('PACKAGE_JSON_INVALID', json.placeOf('/stoa/uses'), { what: '"uses" is not a list of fields', fix });
    return [];
  }
  return uses.flatMap((field: unknown, index) => {
    const where = json.placeOf(`/stoa/uses/${index}`);
    const refuse = (what: string, how: string): readonly [] => {
      report('PACKAGE_JSON_INVALID', where, { what, fix: how });
      return [];
    };
    const [, name, mark] = (typeof field === 'string' && fieldName.exec(field)) || [];
    if (name === undefined) return refuse(`"uses" has ${JSON.stringify(field)}, which is no field as Type.field`, fix);
    const before = uses.slice(0, index);
    if (before.includes(name) || before.includes(`${name}?`))
      return refuse(`"uses" has "${name}" twice`, 'Remove one of them.');
    return [{ field: name, where, ...(mark === '?' && { isOptional: true }) }];
  });
}

async function checkRange(range: unknown, where: Place, report: Report): Promise<void> {
  // Few extensions have a range, and loading semver takes longer than reading the file.
  const { satisfies, validRange } = await import('semver');
  if (typeof range !== 'string' || validRange(range) === null) {
    const fix = `Write e.g. "^${stoaVersion}".`;
    report('PACKAGE_JSON_INVALID', where, { what: '"stoa" has no range of versions', fix });
  } else if (!satisfies(stoaVersion, range, { includePrerelease: true })) {
    const what = `needs stoa ${range}, but this is stoa ${stoaVersion}`;
    report('EXTENSION_INCOMPATIBLE', where, { what, fix: 'Install a version of the extension for this stoa.' });
  }
}
