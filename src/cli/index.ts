/**
 * The `stoa` command. Each command loads what it needs when it runs, so that `--help` loads next to nothing. Imports
 * all rooms.
 */
export { createCommandLine, runCommandLine } from './command-line.ts';
