import type { Command } from 'commander';
import { configFile } from 'stoa/tooling';
import { compareShops } from '../diff/index.ts';

export interface DiffOptions {
  readonly json?: true;
}

/** `stoa diff [other] [newer]`: compares two states of a shop, or two contracts. */
export async function runDiff(
  sides: readonly [other: string | undefined, newer: string | undefined],
  options: DiffOptions,
  command: Command,
): Promise<void> {
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(await compareShops(configFile(command), sides, options));
}
