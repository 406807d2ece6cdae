import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from 'semver';
import { errorCode, errorFinding, type Finding, StartupError } from 'stoa/tooling';
import { contractName, readContract } from '../../shop/index.ts';
import { type ContractChange, contractChangelog, versionFindings, withSection } from './contract-changelog.ts';
import { readPacked } from './run-npm.ts';

export interface CompareOptions {
  /** Of the package. */
  readonly name: string;
  readonly version: string;
  /** Where tarballs of earlier versions are. */
  readonly out: string;
  /** An earlier package or contract. Default: the newest in `out`. */
  readonly previous: string | undefined;
  /** Whether CHANGELOG.md gets a section with the changes. */
  readonly writesChangelog: boolean;
  readonly changesOf: (before: string, after: string) => Promise<readonly ContractChange[]>;
}

interface Compared {
  readonly findings: readonly Finding[];
  /** For people, with an empty line at its end; empty without a version before. */
  readonly changelog: string;
}

/** Compares an extension's contract with that of the version before, and judges the new version by it. */
export async function compareWithPrevious(folder: string, options: CompareOptions): Promise<Compared> {
  const { version, writesChangelog, changesOf } = options;
  const current = join(folder, contractName);
  // Without one, the contents of the package are not complete, which is a finding of its own.
  if (!existsSync(current)) return { findings: [], changelog: '' };
  const previous = await previousContract(options.previous, options);
  if (previous === undefined) return { findings: [], changelog: '' };
  try {
    const changes = await changesOf(previous.file, current);
    const section = contractChangelog(version, changes);
    const file = join(folder, 'package.json');
    const findings = versionFindings(changes, { before: previous.version, after: version, file });
    // A version that is refused is never published.
    if (writesChangelog && findings.length === 0) {
      const changelog = join(folder, 'CHANGELOG.md');
      await writeFile(changelog, withSection(await readText(changelog), version, section));
    }
    return { findings, changelog: `${section}\n` };
  } finally {
    await previous.remove();
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * The contract that an earlier version published: in this file (a tarball or an extension.contract.json), or else in
 * the newest tarball of the package in a folder. Undefined when there is none. `remove` deletes temporary files. Throws
 * StartupError CONTRACT_INVALID.
 */
async function previousContract(
  given: string | undefined,
  { out, name, version }: { readonly out: string; readonly name: string; readonly version: string },
) {
  const file = given ?? (await newestTarball(out, name, version));
  if (file === undefined) return undefined;
  if (!file.endsWith('.tgz')) return { ...(await versioned(file)), remove: async () => undefined };
  const text = await readPacked(file, contractName);
  if (text === undefined) {
    // An older tarball may be from a time without contracts. One that was named must have it.
    if (given === undefined) return undefined;
    const what = `the package has no ${contractName}`;
    throw new StartupError([errorFinding('CONTRACT_INVALID', { where: { file }, what, fix: 'Name another version.' })]);
  }
  const folder = await mkdtemp(join(tmpdir(), 'stoa-previous-'));
  const contract = join(folder, contractName);
  await writeFile(contract, text);
  return { ...(await versioned(contract)), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function versioned(file: string) {
  const { version } = await readContract(file);
  return { file, version };
}

async function newestTarball(folder: string, name: string, version: string): Promise<string | undefined> {
  // As npm names them: `@our-team/loyalty` is `our-team-loyalty-0.1.0.tgz`.
  const start = `${name.replace(/^@/, '').replace('/', '-')}-`;
  const names = await readdir(folder).catch((error: unknown) => {
    // A file in its place is named when the package is written there.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  });
  const versions = names
    .filter((each) => each.startsWith(start) && /^\d+\.\d+\.\d+[^/]*\.tgz$/.test(each.slice(start.length)))
    .map((each) => each.slice(start.length, -'.tgz'.length))
    .filter((each) => compare(each, version) < 0)
    .toSorted(compare);
  const newest = versions.at(-1);
  return newest === undefined ? undefined : join(folder, `${start}${newest}.tgz`);
}
