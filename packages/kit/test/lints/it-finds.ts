import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type Finding, StartupError } from '../../../../src/base/index.ts';
import { checkShop } from '../../../../src/cli/index.ts';

/** Files with a text, and what replaces it. */
type Changes = Readonly<Record<string, readonly [from: string, to: string]>>;

/** One mistake in a copy of a shop. Paths begin at the folder of one extension. */
export interface Mistake {
  readonly name: string;
  readonly change?: Changes;
  /** New files, and files with another text. */
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly move?: readonly [from: string, to: string];
  /** The code of a finding. */
  readonly code: string;
  /** Where it is: a file, and a text of the line. None for a file that is not there. */
  readonly at: readonly [file: string, line?: string];
  /** What the finding says, or how to mend it. */
  readonly says: RegExp;
  /** What the fix asks for, where that is more than to take the mistake back. Then nothing is found. */
  readonly mend?: Changes;
}

/** A test for each mistake in a shop: what `stoa check` finds, and where. `own` is the folder of an extension. */
export function itFinds(mistakes: readonly Mistake[], makeShop: () => Promise<string>, own: string): void {
  let original: string;
  let folder: string;
  before(async () => {
    original = await makeShop();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-planted-')));
    await cp(original, folder, { recursive: true, verbatimSymlinks: true });
  });
  // Bundles stay, so that each extension without a mistake is bundled once.
  afterEach(async () => {
    for (const name of ['extensions', 'gateway.yaml']) {
      await rm(join(folder, name), { recursive: true });
      await cp(join(original, name), join(folder, name), { recursive: true });
    }
  });
  after(async () => {
    for (const each of [original, folder]) await rm(each, { recursive: true, force: true });
  });

  it('nothing in the shop as it is', async () => {
    expect(await findingsOf(folder)).to.deep.equal([]);
  });

  for (const mistake of mistakes)
    it(mistake.name, async () => {
      const base = join(folder, own);
      await plant(base, mistake);
      const findings = await findingsOf(folder);
      const shown = findings.map((one) => `${one.code} ${one.where.file}:${one.where.line} ${one.what} | ${one.fix}`);
      const [file, line] = mistake.at;
      const found = findings.find(
        ({ where, what, fix, code }) =>
          where.file === resolve(base, file) &&
          mistake.says.test(`${what} ${fix}`) &&
          (mistake.code === '' || code === mistake.code),
      );
      expect(found, shown.join('\n')).to.not.equal(undefined);
      expect(found?.fix, shown.join('\n')).to.match(/\w{3}/);
      if (line !== undefined) {
        const source = await readFile(resolve(base, file), 'utf8');
        expect(source.split('\n')[(found?.where.line ?? 0) - 1], shown.join('\n')).to.include(line);
      }
      if (mistake.mend === undefined) return;
      await change(base, mistake.mend);
      expect(await findingsOf(folder)).to.deep.equal([]);
    });
}

async function plant(base: string, mistake: Mistake): Promise<void> {
  await change(base, mistake.change ?? {});
  for (const [name, text] of Object.entries(mistake.write ?? {})) await put(join(base, name), text);
  for (const name of mistake.remove ?? []) await rm(join(base, name), { recursive: true });
  if (mistake.move !== undefined) await rename(join(base, mistake.move[0]), join(base, mistake.move[1]));
}

async function change(base: string, changes: Changes): Promise<void> {
  for (const [name, [from, to]] of Object.entries(changes)) {
    const source = await readFile(join(base, name), 'utf8');
    expect(source, name).to.include(from);
    await writeFile(
      join(base, name),
      source.replace(from, () => to),
    );
  }
}

export async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** All findings of check. */
async function findingsOf(folder: string): Promise<readonly Finding[]> {
  try {
    const { findings } = await checkShop(join(folder, 'gateway.yaml'), { environment: {}, database: 'no' });
    return findings;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings;
  }
}
