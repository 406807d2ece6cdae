import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import {
  collectFindings,
  type ExtensionManifest,
  errorCode,
  errorFinding,
  type Finding,
  isObject,
  migrationChecksum,
  readJsonFile,
  releasedName,
  StartupError,
} from 'stoa/tooling';
import { contractName, readContractIfThere, writeStandInShop } from '../../shop/index.ts';
import { checkPackageJson, installedAt, type PackageJson } from './check-package-json.ts';
import { npmPack, unpack } from './run-npm.ts';

export interface PackOptions {
  readonly manifest: ExtensionManifest;
  /** The folder for the tarball. It is made when it does not exist. */
  readonly out: string;
  /** Whether warnings keep it from being packed, too. */
  readonly strict?: boolean;
  /** All findings of a shop, by its gateway.yaml. */
  readonly check: (file: string) => Promise<readonly Finding[]>;
  /** Called before npm reads the folder: compares versions, and may write a changelog. */
  readonly prepare?: (manifest: PackageJson) => Promise<readonly Finding[]>;
}

/**
 * Makes the npm package of an extension, and proves that it works: unpacked, alone, with the packages that its
 * package.json names, between neighbours that its contract describes. An error leaves no tarball. `released` are the
 * migrations that no earlier package had. Throws StartupError when npm cannot pack.
 */
export async function packExtension({ manifest, out, check, prepare, strict = false }: PackOptions) {
  const json = await checkPackageJson(join(manifest.folder, 'package.json'));
  const nothing = { tarball: undefined, name: undefined, version: undefined, size: 0, files: [], released: [] };
  if (json.manifest === undefined) return { ...nothing, findings: json.findings };
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-pack-')));
  try {
    // 1. Does its version tell what has changed?
    const { name, version } = json.manifest;
    const prepared = (await prepare?.(json.manifest)) ?? [];

    // 2. What npm would publish.
    const { filename, size, files } = await npmPack(manifest.folder, folder);
    const packed = { name, version, size, files, released: [] };
    const contents = [...json.findings, ...prepared, ...checkContents(manifest, files)];
    if (hasErrors(contents)) return { ...packed, tarball: undefined, findings: contents };

    // 3. Does it work where nothing else is?
    await unpack(join(folder, filename), folder);
    const findings = [...contents, ...(await prove(manifest, { folder, packed: json.manifest, check }))];
    if (hasErrors(findings) || (strict && findings.length > 0)) return { ...packed, tarball: undefined, findings };

    const tarball = join(out, filename);
    const made = mkdir(out, { recursive: true }).then(() => copyFile(join(folder, filename), tarball));
    await made.catch((error: unknown) => {
      const what = `the package cannot be written here (${errorCode(error)})`;
      const fix = 'Name with --out a folder that this process may write.';
      throw new StartupError([errorFinding('PACKAGE_NOT_PACKED', { where: { file: out }, what, fix })]);
    });

    // 4. What others may have from now on does not change any more.
    return { ...packed, tarball, findings, released: await markReleased(manifest) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Proof {
  /** Where the package is unpacked. */
  readonly folder: string;
  readonly packed: PackageJson;
  readonly check: PackOptions['check'];
}

/** Errors of a shop in which the unpacked package stands alone. Their places are those of the extension's folder. */
async function prove(manifest: ExtensionManifest, { folder, packed, check }: Proof): Promise<readonly Finding[]> {
  const unpacked = join(folder, 'package');
  await linkDependencies(manifest.folder, unpacked, packed.dependencies);
  const contract = await readContractIfThere(join(unpacked, contractName));
  if (contract === undefined) return [];
  const file = await writeStandInShop(join(folder, 'shop'), { contract, folder: unpacked });
  const found = await check(file).catch((error: unknown) => {
    if (error instanceof StartupError) return error.findings;
    throw error;
  });
  return found
    .filter(({ severity }) => severity === 'error')
    .map((finding) => fromUnpacked(finding, { unpacked, folder: manifest.folder, packed }));
}

/** Only what package.json names, so that other packages are missing as they would be in a shop. */
async function linkDependencies(
  folder: string,
  unpacked: string,
  dependencies: PackageJson['dependencies'],
): Promise<void> {
  for (const name of Object.keys(dependencies)) {
    const installed = await installedAt(folder, name);
    if (installed === undefined) continue;
    const link = join(unpacked, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(installed, link, 'junction');
  }
}

function fromUnpacked(
  finding: Finding,
  { unpacked, folder, packed }: { readonly unpacked: string; readonly folder: string; readonly packed: PackageJson },
): Finding {
  const back = (text: string): string => text.replaceAll(unpacked, folder);
  const [, missing] = /^Could not resolve "([^"]+)"$/.exec(finding.what) ?? [];
  const [name] = /^(?:@[^/]+\/)?[^/.][^/]*/.exec(missing ?? '') ?? [];
  const where = { ...finding.where, file: back(finding.where.file) };
  const related = (finding.related ?? []).map((place) => ({ ...place, file: back(place.file) }));
  const own = { ...finding, where, related, what: back(finding.what), fix: back(finding.fix) };
  if (missing === undefined) return own;
  if (name === undefined)
    return {
      ...own,
      code: 'PACKAGE_FILES',
      what: `imports "${missing}", which the package lacks`,
      fix: 'Add its folder to "files" in package.json.',
    };
  if (name in packed.dependencies) return own;
  return {
    ...own,
    code: 'PACKAGE_INCOMPLETE',
    what: `imports "${name}", which "dependencies" in package.json does not name`,
    fix: `Write there the range of its versions, e.g. "${name}": "^1.0.0".`,
  };
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/**
 * Writes the checksums of all migrations into `migrations/released.json`: from now on, discovery refuses to have them
 * changed. Returns the names that are new in it.
 */
async function markReleased({ folder, migrations }: ExtensionManifest): Promise<readonly string[]> {
  const file = join(folder, 'migrations', releasedName);
  const known = await readMarks(file);
  const added = migrations.filter(({ name }) => !(name in known));
  if (added.length === 0) return [];
  const marks = Object.fromEntries(migrations.map((each) => [each.name, migrationChecksum(each)]));
  await writeFile(file, `${JSON.stringify(marks, undefined, 2)}\n`);
  return added.map(({ name }) => name);
}

async function readMarks(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(file)) return {};
  // Discovery has found nothing wrong with it.
  const marks = (await readJsonFile(file, 'MIGRATION_RELEASED', collectFindings().report))?.value;
  return isObject(marks) ? marks : {};
}

/** Files that no package should have. */
const secretFile = /(?:^|\/)(?:\.env(?:\..+)?|\.npmrc|id_(?:rsa|ed25519|ecdsa)|[^/]+\.(?:pem|key|p12|pfx))$/i;

/** Files that a shop never reads. */
const needless = /^(?:node_modules|test|tests|coverage|\.stoa|\.git(?:hub)?)\//;

const onlyNeeded = 'List in "files" only what a shop needs.';

/** What the package lacks of what its folder has, and what it has that it should not have. */
function checkContents(manifest: ExtensionManifest, packed: readonly string[]): readonly Finding[] {
  const { folder } = manifest;
  const where = { file: join(folder, 'package.json'), line: 1 };
  const wrong = (what: string, fix: string, at: Finding['where'] = where): Finding =>
    errorFinding('PACKAGE_FILES', { where: at, what, fix });
  const missing = neededFiles(manifest).filter((name) => !packed.includes(name));
  const findings = [...Map.groupBy(missing, (name) => name.split('/')[0])].map(([name, own]) => {
    const more = own.length > 3 ? ` and ${own.length - 3} more` : '';
    return wrong(`the package lacks ${own.slice(0, 3).join(', ')}${more}`, `Add "${name}" to "files".`);
  });
  for (const name of packed.filter((each) => secretFile.test(each))) {
    const what = 'the package has this file, which may have secrets in it';
    findings.push(wrong(what, onlyNeeded, { file: join(folder, name) }));
  }
  if (!packed.includes(contractName)) {
    const first = existsSync(join(folder, contractName)) ? 'Add' : 'Run "npx stoa types", and add';
    const what = `the package has no ${contractName}, by which others are checked against it`;
    findings.push(wrong(what, `${first} "${contractName}" to "files".`));
  }
  const spare = packed.filter((name) => needless.test(name));
  if (spare.length === 0) return findings;
  const what = `the package has ${spare.length} files that no shop reads, such as ${spare[0]}`;
  return [...findings, { severity: 'warning', code: 'PACKAGE_ADVICE', where, what, fix: onlyNeeded }];
}

/** Every file that discovery has found, and the types that editors need. The proof finds what these import. */
function neededFiles(manifest: ExtensionManifest): readonly string[] {
  const { folder, id, endpoints, resolverFiles, tasks, ownPages, settings, life, mesh } = manifest;
  const { sdl, migrations, seeds, pages, assets, textFiles, events, mails } = manifest;
  const files = [
    ...endpoints.flatMap(({ source, handlers }) => [source.file, ...handlers.map(({ file }) => file)]),
    ...[sdl, migrations, seeds, pages, assets, textFiles, events, mails, tasks].flat().map(({ file }) => file),
    ...(settings === undefined ? [] : [settings.file]),
    ...(life === undefined ? [] : [life]),
    ...ownPages.flatMap(({ places }) => places.get('path')?.file ?? []),
    ...resolverFiles,
    ...(mesh === undefined ? [] : [mesh.file, ...mesh.files]),
    ...[join(folder, `${id}.gen.ts`), ...tasks.map(jsonBeside)].filter((file) => existsSync(file)),
  ];
  return [...new Set(files.map((file) => relative(folder, file).split(sep).join('/')))];
}

/** Where the schedule, input and time limit of a task are. */
function jsonBeside({ file }: { readonly file: string }): string {
  return file.replace(/\.\w+$/, '.json');
}
