import { type Command, CommanderError } from 'commander';
import type { Finding } from '../../base/startup-error.ts';
import { checkShop } from '../check/check-shop.ts';
import { CheckoutError } from '../diff/checkout.ts';
import { type ComparedSide, comparedSides } from '../diff/compared-sides.ts';
import { readShop } from '../diff/describe-shop.ts';
import { diffShops } from '../diff/diff-shops.ts';
import { countsOf, diffJson, printDiff } from '../diff/print-diff.ts';
import type { ShopState } from '../diff/shop-state.ts';
import { exitCode } from '../exit-code.ts';
import { writeJson, writeOutput } from '../output.ts';
import { printFindings } from '../print-findings.ts';
import { configFile } from '../shared-options.ts';

/** What the command ends with. 1: there was nothing to compare with, so that no script takes it for "some differences". */
const diffExitCode = { none: 0, notCompared: 1, differences: 2, breaking: 3 } as const;

/** `stoa diff`: in what two states of the shop differ, and whom it breaks. */
export function registerDiff(program: Command): void {
  program
    .command('diff [other]')
    .description('compare with HEAD, another revision, A..B, or another gateway.yaml: what breaks, and for whom')
    .option('--json', 'print one JSON object')
    .exitOverride((error) => {
      const code = error.exitCode === exitCode.fine ? exitCode.fine : diffExitCode.notCompared;
      throw new CommanderError(code, code === exitCode.fine ? error.code : notCompared, error.message);
    })
    .action(async (other: string | undefined, options: { readonly json?: true }, command: Command) => {
      const sides = await comparedSides(configFile(command), other).catch((error: unknown) => {
        if (!(error instanceof CheckoutError)) throw error;
        process.stderr.write(`${error.message}\n`);
        throw new CommanderError(diffExitCode.notCompared, notCompared, error.message);
      });
      const code = await compare(sides, options);
      for (const side of sides) side.remove();
      // Modules of two shops were loaded: what their timers and sockets would still do is of no use to anybody.
      process.exit(code);
    });
}

/** The code of errors for which `diff` ends with 1, where other commands end with 2. */
export const notCompared = 'stoa.notCompared';

async function compare([old, current]: readonly [ComparedSide, ComparedSide], { json }: { readonly json?: true }) {
  const environment = process.env;
  const before = await readShop(old.file, { environment });
  if (before.config === undefined) {
    process.stderr.write(`${old.name} cannot be compared with:\n${printFindings(before.findings)}\n`);
    return diffExitCode.notCompared;
  }
  const after = await readShop(current.file, { environment, fallback: before });
  const changes = await diffShops(...(await withPlacing([old, before], [current, after])));
  const names = { before: old.name, after: current.name };
  await (json ? writeJson(diffJson(names, changes)) : writeOutput(printDiff(names, changes)));
  if (changes.length === 0) return diffExitCode.none;
  return countsOf(changes).breaking > 0 ? diffExitCode.breaking : diffExitCode.differences;
}

type Side = readonly [ComparedSide, ShopState];

/** What only shows when resolvers and handlers are joined; looked for when nothing else is wrong. */
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
