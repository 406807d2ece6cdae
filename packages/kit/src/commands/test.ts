import { exitCode, progress } from 'stoa/tooling';
import { findExtensions, runTests } from '../testing/index.ts';

export interface TestOptions {
  readonly grep?: string;
  readonly seed: number;
  readonly runs: number;
}

/** `stoa test`: runs the tests of extensions, each alone, with stand-ins for its neighbours. */
export async function runTest(names: readonly string[], options: TestOptions): Promise<void> {
  const from = process.cwd();
  const extensions = names.length > 0 ? names : await findExtensions(from);
  const failures = await runTests({ ...options, extensions, from, progress });
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(failures === 0 ? exitCode.fine : exitCode.findings);
}
