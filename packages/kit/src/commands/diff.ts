import { compareShops } from '../diff/index.ts';

export interface DiffOptions {
  readonly json?: true;
}

/** `stoa diff [other] [newer]`: compares two states of a shop, or two contracts. */
export async function runDiff(
  sides: readonly [other: string | undefined, newer: string | undefined],
  options: DiffOptions,
  file: string,
): Promise<void> {
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(await compareShops(file, sides, options));
}
