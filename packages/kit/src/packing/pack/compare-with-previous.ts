import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, type Finding } from 'stoa/tooling';
import { contractName } from '../../shop/index.ts';
import { type ContractChange, contractChangelog, versionFindings, withSection } from './contract-changelog.ts';
import { previousContract } from './previous-contract.ts';

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
    if (writesChangelog) {
      const file = join(folder, 'CHANGELOG.md');
      await writeFile(file, withSection(await readText(file), version, section));
    }
    const file = join(folder, 'package.json');
    const findings = versionFindings(changes, { before: previous.version, after: version, file });
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
