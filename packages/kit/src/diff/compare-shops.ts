import { rmSync } from 'node:fs';
import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { checkShop, type Finding, printReport, writeOutput } from 'stoa/tooling';
import { contractName, readContract, readShop, type ShopState, writeStandInShop } from '../shop/index.ts';
import { CheckoutError, checkOut, mergeBase } from './checkout.ts';
import { diffShops } from './diff-shops.ts';
import { countsOf, diffJson, printDiff } from './print-diff.ts';
import type { ShopChange } from './shop-change.ts';

/** 1 also stands for wrong usage, because no script should take that for differences. */
const exitCode = { none: 0, notCompared: 1, differences: 2, breaking: 3 } as const;

const reading = { environment: process.env, guardLoading: true };

/** Runs `stoa diff`: reads both states, compares them and prints the changes. Resolves with the exit code. */
export async function compareShops(
  file: string,
  [other, newer]: readonly [other: string | undefined, newer: string | undefined],
  options: { readonly json?: true },
): Promise<number> {
  const isContract = other?.endsWith('.json') === true && (await stat(other).catch(() => undefined))?.isFile() === true;
  const finding = isContract ? contractSides(other, newer ?? contractName) : comparedSides(file, other);
  const sides = await finding.catch((error: unknown) => {
    if (!(error instanceof CheckoutError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  });
  if (sides === undefined) return exitCode.notCompared;
  try {
    return await compare(sides, options);
  } finally {
    for (const side of sides) side.remove();
  }
}

/** What a new version of an extension's contract changes. Both are files. Throws StartupError for an unusable one. */
export async function contractChanges(before: string, after: string): Promise<readonly ShopChange[]> {
  const [old, current] = await contractSides(before, after);
  try {
    const first = await readShop(old.file, reading);
    return await diffShops(first, await readShop(current.file, { ...reading, fallback: first }));
  } finally {
    for (const side of [old, current]) side.remove();
  }
}

async function compare([old, current]: readonly [ComparedSide, ComparedSide], { json }: { readonly json?: true }) {
  const before = await readShop(old.file, reading);
  if (before.config === undefined) {
    process.stderr.write(`${old.name} cannot be compared with:\n`);
    printReport(before.findings);
    return exitCode.notCompared;
  }
  const after = await readShop(current.file, { ...reading, fallback: before });
  const changes = await diffShops(...(await withPlacing([old, before], [current, after])));
  const names = { before: old.name, after: current.name };
  await writeOutput(json ? JSON.stringify(diffJson(names, changes), null, 2) : printDiff(names, changes));
  if (changes.length === 0) return exitCode.none;
  return countsOf(changes).breaking > 0 ? exitCode.breaking : exitCode.differences;
}

type Side = readonly [ComparedSide, ShopState];

/** Adds findings that need resolvers and handlers. Only when the new state has no other errors. */
async function withPlacing(old: Side, current: Side): Promise<[ShopState, ShopState]> {
  const isSound = (findings: readonly Finding[]): boolean => findings.every(({ severity }) => severity !== 'error');
  if (!isSound(current[1].findings)) return [old[1], current[1]];
  const checked = async ([{ file }, state]: Side): Promise<ShopState> => {
    const { findings } = await checkShop(file, { environment: process.env, database: 'no', contracts: false });
    return { ...state, findings: isSound(state.findings) ? findings : state.findings };
  };
  return await Promise.all([checked(old), checked(current)]);
}

/** One of the two states: its name, its gateway.yaml, and how to remove its temporary files. */
interface ComparedSide {
  readonly name: string;
  readonly file: string;
  remove(): void;
}

/**
 * What `stoa diff [OTHER]` compares. Without OTHER: HEAD with the working tree. With a revision, a gateway.yaml or
 * its folder: that with the working tree. `A..B` compares A with B, `A...B` their merge base with B.
 */
async function comparedSides(file: string, other: string | undefined): Promise<readonly [ComparedSide, ComparedSide]> {
  const here: ComparedSide = { name: basename(file), file, remove: () => undefined };
  const elsewhere = other === undefined ? undefined : await gatewayFileAt(other);
  if (elsewhere !== undefined && other !== undefined)
    return [{ name: other, file: elsewhere, remove: () => undefined }, here];
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(other ?? '') ?? [];
  if (from === undefined) return [await revision(file, other ?? 'HEAD'), { ...here, name: 'the files as they are' }];
  const ends = [from || 'HEAD', to || 'HEAD'] as const;
  const start = dots === '...' ? await mergeBase(file, ends) : ends[0];
  return [await revision(file, start), await revision(file, ends[1])];
}

/** Two versions of one contract, each as a shop in which its extension stands alone. */
async function contractSides(before: string, after: string): Promise<readonly [ComparedSide, ComparedSide]> {
  return await Promise.all([contractSide(before), contractSide(after)]);
}

async function contractSide(name: string): Promise<ComparedSide> {
  const contract = await readContract(resolve(name));
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stoa-contract-')));
  return {
    name,
    file: await writeStandInShop(root, { contract }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function revision(file: string, name: string): Promise<ComparedSide> {
  return { name, ...(await checkOut(file, name)) };
}

async function gatewayFileAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return resolve(path);
  const inside = join(path, 'gateway.yaml');
  return found?.isDirectory() && (await stat(inside).catch(() => undefined)) !== undefined
    ? resolve(inside)
    : undefined;
}
