import type { Finding } from '../../base/findings/startup-error.ts';
import { checkShop } from '../check/check-shop.ts';
import { diffExitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { printFindings } from '../shared/print-findings.ts';
import { readShop } from '../shop/describe-shop.ts';
import type { ShopState } from '../shop/shop-state.ts';
import { CheckoutError } from './checkout.ts';
import { type ComparedSide, comparedSides } from './compared-sides.ts';
import { diffShops } from './diff-shops.ts';
import { countsOf, diffJson, printDiff } from './print-diff.ts';

/** Runs `stoa diff`: reads both states, compares them and prints the changes. Resolves with the exit code. */
export async function compareShops(
  file: string,
  other: string | undefined,
  options: { readonly json?: true },
): Promise<number> {
  const sides = await comparedSides(file, other).catch((error: unknown) => {
    if (!(error instanceof CheckoutError)) throw error;
    return error;
  });
  if (sides instanceof CheckoutError) {
    process.stderr.write(`${sides.message}\n`);
    return diffExitCode.notCompared;
  }
  try {
    return await compare(sides, options);
  } finally {
    for (const side of sides) side.remove();
  }
}

async function compare([old, current]: readonly [ComparedSide, ComparedSide], { json }: { readonly json?: true }) {
  const reading = { environment: process.env, guardLoading: true };
  const before = await readShop(old.file, reading);
  if (before.config === undefined) {
    process.stderr.write(`${old.name} cannot be compared with:\n${printFindings(before.findings)}\n`);
    return diffExitCode.notCompared;
  }
  const after = await readShop(current.file, { ...reading, fallback: before });
  const changes = await diffShops(...(await withPlacing([old, before], [current, after])));
  const names = { before: old.name, after: current.name };
  await (json ? writeJson(diffJson(names, changes)) : writeOutput(printDiff(names, changes)));
  if (changes.length === 0) return diffExitCode.none;
  return countsOf(changes).breaking > 0 ? diffExitCode.breaking : diffExitCode.differences;
}

type Side = readonly [ComparedSide, ShopState];

/** Adds findings that need resolvers and handlers. Only when the new state has no other errors. */
async function withPlacing(old: Side, current: Side): Promise<[ShopState, ShopState]> {
  const isSound = (findings: readonly Finding[]): boolean => findings.every(({ severity }) => severity !== 'error');
  const [, after] = current;
  if (!isSound(after.findings)) return [old[1], after];
  const checked = await Promise.all(
    [old, current].map(async ([{ file }, state]) => {
      const { findings } = await checkShop(file, { environment: process.env, database: 'no' });
      return { ...state, findings: isSound(state.findings) ? findings : state.findings };
    }),
  );
  return [checked[0] ?? old[1], checked[1] ?? after];
}
