/**
 * The `stoa` command, and what the kit's commands share with it. bin/stoa.mjs runs `command-line.ts`, whose commands
 * load what they need when they run, so that `--help` loads next to nothing. Imports all rooms.
 */
export { checkShop } from './check/check-shop.ts';
export type { Kit } from './kit/kit.ts';
export { requireKit } from './kit/load-kit.ts';
export { exitCode } from './shared/exit-code.ts';
export { writeOutput } from './shared/output.ts';
export { findingsJson, printReport } from './shared/print-findings.ts';
export { progress } from './shared/progress.ts';
export { withDatabase } from './shared/with-database.ts';
