import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What `scripts/test.ts` reads after a run. */
export interface RunReport {
  readonly passing: number;
  readonly pending: number;
  /** The number of failures in each file that has any. */
  readonly failing: Readonly<Record<string, number>>;
}

/** Mocha's `spec` reporter, which also writes a {@link RunReport} to the file of its option `output`. */
export default class FileReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failing: Record<string, number> = {};
    runner.on('fail', ({ file = 'a hook of all files' }) => {
      failing[file] = (failing[file] ?? 0) + 1;
    });
    runner.once('end', () => {
      const { passes: passing, pending } = this.stats;
      const report: RunReport = { passing, pending, failing };
      writeFileSync(String(options.reporterOptions?.output), JSON.stringify(report));
    });
  }
}
