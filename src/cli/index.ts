/**
 * The `stoa` command, and what the kit's commands share with it. bin/stoa.mjs runs `command-line.ts`, whose commands load
 * what they need when they run, so that `--help` loads next to nothing. Imports all rooms.
 */
export { checkShop } from './check/check-shop.ts';
export { createCommandLine } from './command-line.ts';
export type { AloneExtension, AloneOptions, CheckedWire, FreshTypes, Kit, ShopToLint } from './kit/kit.ts';
export { loadKit, requireKit } from './kit/load-kit.ts';
export { diffExitCode, exitCode, notCompared } from './shared/exit-code.ts';
export { writeJson, writeOutput } from './shared/output.ts';
export { findingsJson, printFindings, printReport } from './shared/print-findings.ts';
export { withDatabase } from './shared/with-database.ts';
